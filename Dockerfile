# The images can be replaced by local ones; the runner builds with the defaults.
ARG GO_IMAGE=golang:1.26-alpine
ARG BASE_IMAGE=alpine:3.22

FROM ${GO_IMAGE} AS build
WORKDIR /src
COPY go.mod go.sum ./
RUN go mod download
COPY main.go ./
COPY internal ./internal
ARG VERSION=
RUN CGO_ENABLED=0 go build -trimpath -buildvcs=false -ldflags="-s -w -X github.com/skillbrief/skillbrief/internal/cli.version=${VERSION}" -o /skillbrief .

FROM ${BASE_IMAGE}
RUN command -v git >/dev/null || apk add --no-cache git ca-certificates
COPY --from=build /skillbrief /usr/local/bin/skillbrief
ENTRYPOINT ["/usr/local/bin/skillbrief"]
