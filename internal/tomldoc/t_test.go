package tomldoc
import ("testing";"fmt";"os";"strings";"strconv")
func TestZ(t *testing.T){
 b,_ := os.ReadFile(os.Getenv("F")); for l := range strings.Lines(string(b)) { if strings.HasPrefix(l,"string(") { s,_ := strconv.Unquote(strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(l),"string("),")"))
 fmt.Printf("%q\n",s); d,f:=Parse(s); fmt.Println(d!=nil,f); w,ok:=both(s); fmt.Println(w,ok)}}
}
