/** The whole style of the public pages: it is inside the page, so that one request is enough. */
export const style = `
*{box-sizing:border-box}
body{margin:0;background:#f4f2ec;color:#23291f;font:16px/1.65 -apple-system,"PingFang SC","Microsoft YaHei","Noto Sans CJK SC",sans-serif;-webkit-text-size-adjust:100%}
header{display:flex;align-items:center;gap:.5rem;padding:.75rem 1rem;background:#2f4a36;color:#fff;font-weight:600}
.seal{display:inline-grid;place-items:center;width:1.7rem;height:1.7rem;border-radius:.3rem;background:#fff;color:#2f4a36;font-weight:700}
.demo{margin-left:auto;border:1px solid #fff;border-radius:1rem;padding:0 .6rem;font-size:.8rem;font-weight:400}
main{max-width:42rem;margin:0 auto;padding:1rem}
footer{max-width:42rem;margin:0 auto;padding:0 1rem 2rem;color:#565e50;font-size:.85rem}
section,.status{background:#fff;border-radius:.6rem;padding:1rem;margin:0 0 .9rem;box-shadow:0 1px 2px #0001}
h1{font-size:1.35rem;line-height:1.35;margin:0}
h2{font-size:1.05rem;margin:0 0 .6rem;display:flex;flex-wrap:wrap;align-items:center;gap:.5rem}
h3{font-size:1rem;margin:.9rem 0 .4rem}
p{margin:.4rem 0}
.status{border-left:.5rem solid}
.status.good{border-color:#2f7d4f}.status.wait{border-color:#a8700b}.status.bad{border-color:#b3261e;background:#fdf1ef}
.status.good h1{color:#1f6139}.status.wait h1{color:#835400}.status.bad h1{color:#9a1c15}
.batch{border-left:.3rem solid;padding-left:.7rem;margin:.7rem 0}
.batch.good{border-color:#2f7d4f}.batch.wait{border-color:#a8700b}.batch.bad{border-color:#b3261e}
.batch.good strong{color:#1f6139}.batch.wait strong{color:#835400}.batch.bad strong{color:#9a1c15}
.mark{font-size:.78rem;font-weight:400;border-radius:1rem;padding:.05rem .6rem;border:1px solid}
.verified{color:#1f6139;border-color:#2f7d4f}.declared{color:#5c4a12;border-color:#8a7223}.missing{color:#5b5f66;border-color:#8a8f98}
dl{display:grid;grid-template-columns:6.2em 1fr;gap:.3rem .8rem;margin:0}
dt{color:#565e50}dd{margin:0;overflow-wrap:anywhere}
table{width:100%;border-collapse:collapse;font-size:.93rem}
th,td{text-align:left;vertical-align:top;padding:.4rem .35rem;border-bottom:1px solid #e7e4da}
th{color:#565e50;font-weight:500}
.scroll{overflow-x:auto}
ol{list-style:none;margin:0;padding:0 0 0 1rem;border-left:2px solid #cfd6c6}
li{position:relative;margin:0 0 .8rem;padding-left:.4rem}
li:before{content:"";position:absolute;left:-1.42rem;top:.5rem;width:.65rem;height:.65rem;border-radius:50%;background:#2f7d4f}
time{color:#565e50;font-size:.88rem;margin-right:.5rem}
form{display:flex;flex-wrap:wrap;gap:.6rem;margin-top:.8rem}
label{flex-basis:100%}
input{flex:1 1 14rem;min-height:2.75rem;padding:.4rem .7rem;font:inherit;border:1px solid #767d70;border-radius:.4rem;background:#fff;color:inherit}
button,.button{min-height:2.75rem;padding:.45rem 1.2rem;font:inherit;border:0;border-radius:.4rem;background:#2f4a36;color:#fff;text-decoration:none;display:inline-block}
a{color:#1f5b8a}
:focus-visible{outline:3px solid #1f5b8a;outline-offset:2px}
.quiet{color:#565e50;font-size:.9rem}
@media print{body{background:#fff}section,.status{box-shadow:none;border:1px solid #ccc}}
`.replaceAll('\n', '')
