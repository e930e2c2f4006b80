/**
 * The whole style of the public pages: it is inside the page, so that one request is enough. Old web views of WeChat read it: no gap in flex,
 * no :has, aspect-ratio, inset or nesting. Every size is in em, so that large type enlarges all of it.
 */
export const style = `
:root{--paper:#f6f4ee;--card:#fff;--ink:#1f2a24;--ink2:#55605a;--line:#e4e0d4;--pine:#17382c;--amber:#e3a93a;
--good:#1e6b45;--wait:#865400;--bad:#b3261e;--off:#525a60;--said:#6b5310;--link:#1b5e8f}
@media (prefers-color-scheme:dark){:root{--paper:#121a16;--card:#1b2520;--ink:#e6ebe7;--ink2:#a9b6ae;--line:#33413a;--pine:#0e241b;
--good:#7fd0a2;--wait:#e6b765;--bad:#f2a29b;--off:#b4bcc0;--said:#dcc27a;--link:#8fc0e6}}
*,:before,:after{box-sizing:border-box}
html{-webkit-text-size-adjust:100%}
body{margin:0;background:var(--paper);color:var(--ink);font:17px/1.6 system-ui,-apple-system,"PingFang SC","HarmonyOS Sans SC",MiSans,"Microsoft YaHei","Noto Sans SC","Noto Sans CJK SC",sans-serif}
h1,h2,h3,p,dl,dd,ol,ul,figure{margin:0}ol,ul{padding:0;list-style:none}
a{color:var(--link)}
.tick{position:absolute;opacity:0;width:1px;height:1px}
.tick:checked~.page{font-size:22px}
.top{display:flex;align-items:center;padding:8px 16px;background:var(--pine);color:#fff}
.top p{flex:1;min-width:0;margin-left:10px;font-size:.94em;line-height:1.35}
.top b{display:block;font-weight:600}.top small{display:block;color:#f0c468;font-size:.9em}
.mark{display:block;width:30px;height:30px;flex:none}
.top label{flex:none;min-height:44px;line-height:44px;padding-left:14px;font-size:.88em;cursor:pointer}
.top label span{border:1px solid #8fa99c;border-radius:16px;padding:5px 12px;white-space:nowrap}
.top label .usual{display:none}.tick:checked~.page .usual{display:inline}.tick:checked~.page .large{display:none}
.tick:focus~.page label span{outline:3px solid var(--amber);outline-offset:2px}
.body{max-width:720px;margin:0 auto;padding:0 16px 24px}
.status{position:relative;overflow:hidden;margin:0 -16px;padding:16px 16px 18px;background:#1e6b45;color:#fff}
.status.wait{background:#865400}.status.bad{background:#b3261e}.status.off{background:#525a60}.status.ask{background:#1f4637}
.status>*{position:relative}
.status .ghost{position:absolute;right:-22px;top:-14px;width:150px;height:150px;opacity:.07}
.say{display:flex;align-items:center}
.say svg{width:2.2em;height:2.2em;margin-right:.6em;flex:none}
h1{font-size:1.65em;line-height:1.25;letter-spacing:.02em;word-break:keep-all;overflow-wrap:anywhere}
.status p{margin-top:8px;line-height:1.5}
.status .count{font-size:.86em;padding-top:8px;margin-top:10px;border-top:1px solid rgba(255,255,255,.3)}
.code{font-family:ui-monospace,Menlo,Consolas,monospace;letter-spacing:.04em;word-spacing:-.1em}
.status .tell{display:inline-block;min-height:44px;line-height:44px;color:#fff}
.nobody{position:absolute;left:-9999px;width:1px;height:1px;overflow:hidden}
.call{display:block;margin-top:14px;min-height:48px;line-height:1.5;padding:11px 12px;border-radius:8px;background:#fff;text-align:center;text-decoration:none;font-weight:600}
.bad .call{color:#8f1d17}.wait .call{color:#6b4300}.off .call{color:#343b40}
.what{display:flex;align-items:flex-start;padding:18px 0 14px}
.what div{flex:1;min-width:0}
.what h2{font-size:2.05em;line-height:1.15;letter-spacing:.06em}
.what p{color:var(--ink2);margin-top:5px;line-height:1.5}.what b{color:var(--ink);font-weight:600}
.pic{flex:none;width:104px;height:104px;margin:2px 0 0 14px;border-radius:10px;overflow:hidden;background:var(--line)}
.pic img{display:block;width:100%;height:100%;object-fit:cover}
.map{margin-top:14px}.map img{display:block;width:100%;height:auto}.map figcaption{font-size:.84em;color:var(--ink2);margin-top:4px}
.line,.card{background:var(--card);border-radius:12px;padding:16px;box-shadow:0 1px 2px rgba(30,50,40,.08)}
.line{position:relative;padding-left:50px}
.status+.line,.card{margin-top:16px}
.line li{position:relative;padding-bottom:14px;line-height:1.55}
.line li:last-child{padding-bottom:0}
.line li:before{content:"";position:absolute;left:-32px;top:.3em;width:16px;height:16px;border-radius:50%;background:var(--good);border:3px solid var(--card);box-shadow:0 0 0 2px var(--good)}
.line li:after{content:"";position:absolute;left:-25px;top:calc(.3em + 19px);bottom:-.05em;width:2px;background:var(--good);opacity:.5}
.wait~.line li:before{background:var(--wait);box-shadow:0 0 0 2px var(--wait)}.wait~.line li:after{background:var(--wait)}
.bad~.line li:before{background:var(--bad);box-shadow:0 0 0 2px var(--bad)}.bad~.line li:after{background:var(--bad)}
.off~.line li:before{background:var(--off);box-shadow:0 0 0 2px var(--off)}.off~.line li:after{background:var(--off)}
.line .origin:before,.way .origin:before{background:var(--amber)!important;box-shadow:0 0 0 2px var(--amber)!important}
.line li:last-child:after{display:none}
.line h2{font-size:.84em;font-weight:400;color:var(--ink2);line-height:1.4}
.line b{font-weight:600}
details{background:var(--card);border-radius:12px;margin-top:10px;box-shadow:0 1px 2px rgba(30,50,40,.08)}
summary{display:flex;align-items:center;min-height:60px;padding:10px 16px;cursor:pointer;list-style:none}
summary::-webkit-details-marker{display:none}
summary span{flex:1;min-width:0;padding-right:10px}
summary b{display:block;font-weight:600;font-size:1.04em;line-height:1.4}
summary small{display:block;font-size:.84em;color:var(--ink2);line-height:1.4}
summary i{flex:none;font-style:normal;font-size:.84em;line-height:1.5;border:1px solid;border-radius:12px;padding:1px 9px}
.verified{color:var(--good)}.declared{color:var(--said)}.missing{color:var(--off)}
summary:after{content:"";flex:none;width:9px;height:9px;margin:-4px 3px 0 14px;border:solid var(--ink2);border-width:0 2px 2px 0;transform:rotate(45deg)}
details[open]>summary:after{transform:rotate(-135deg);margin-top:5px}
.in{padding:2px 16px 16px;border-top:1px solid var(--line)}
.in h3{font-size:1em;margin-top:14px}
.note{font-size:.86em;color:var(--ink2);margin-top:8px;line-height:1.55}
dl div{display:flex;padding:8px 0;border-bottom:1px solid var(--line);line-height:1.5}
dl div:last-child{border:0}
dt{flex:none;width:5.4em;color:var(--ink2)}dd{flex:1;min-width:0;word-wrap:break-word}
.latin{font-style:italic;font-size:.92em;color:var(--ink2)}
.test{padding:12px 0;border-bottom:1px solid var(--line)}.test:last-child{border:0}
.test p{display:flex;align-items:baseline;line-height:1.4}
.test b{margin-left:auto;font-size:1.12em;font-weight:600;padding-left:10px;text-align:right}
.test b span{font-size:.76em;font-weight:400;margin-left:8px;white-space:nowrap}
.test b .pass{color:var(--good)}.test b .fail{color:var(--bad);font-weight:600}
.test .why{font-size:.84em;color:var(--ink2)}.why span{margin-left:auto;padding-left:10px;text-align:right}
.test svg{display:block;width:100%;height:12px;margin:7px 0 5px;color:var(--good)}
.test .rail{fill:var(--line)}.test .limit{fill:var(--ink2)}.test svg.over{color:var(--bad)}
.way{margin-top:14px}
.way li{position:relative;padding:0 0 14px 28px;line-height:1.5}
.way li:before{content:"";position:absolute;left:2px;top:.45em;width:12px;height:12px;border-radius:50%;background:var(--ink2)}
.way .good:before{background:var(--good)}.way .wait:before{background:var(--wait)}.way .bad:before{background:var(--bad)}.way .off:before{background:var(--off)}
.way li:after{content:"";position:absolute;left:7px;top:1.3em;bottom:-.3em;width:2px;background:var(--line)}
.way li:last-child{padding-bottom:0}.way li:last-child:after{display:none}
.way time,.way small{display:block;font-size:.84em;color:var(--ink2)}
.way b{font-weight:600}.share{float:right;padding-left:10px;font-weight:600}
.tel{display:block;margin-top:16px;min-height:52px;line-height:1.5;padding:12px;border:1px solid #17382c;border-radius:10px;background:#17382c;color:#fff;text-align:center;text-decoration:none;font-weight:600}
.more{display:inline-block;min-height:44px;line-height:1.5;padding:9px 0}
p.more{display:block;text-align:center;margin-top:6px}
.files a{display:block;min-height:44px;padding:9px 0;line-height:1.5}
form{margin-top:4px}form label{display:block;font-weight:600}
form textarea{display:block;width:100%;min-height:140px;margin:8px 0 12px;padding:8px 12px;font:inherit;border:1px solid #767f79;border-radius:6px;background:var(--card);color:inherit}
form input{display:block;width:100%;min-height:48px;margin:8px 0 12px;padding:8px 12px;font:inherit;border:1px solid #767f79;border-radius:6px;background:var(--card);color:inherit}
button{display:block;width:100%;min-height:48px;padding:8px 16px;font:inherit;font-weight:600;border:0;border-radius:6px;background:#1b5e8f;color:#fff}
footer{font-size:.84em;color:var(--ink2);padding:14px 0 0;line-height:1.6}
a:focus,summary:focus,button:focus,input:focus,textarea:focus{outline:3px solid var(--link);outline-offset:2px}
table{width:100%;border-collapse:collapse;margin-top:12px;font-size:.9em}
th,td{text-align:left;vertical-align:top;padding:6px 6px 6px 0;border-bottom:1px solid var(--line)}th{font-weight:600;color:var(--ink2)}
@media (min-width:700px){
.top{padding-left:calc(50% - 344px);padding-right:calc(50% - 344px)}
.body{padding-bottom:48px}.status{margin:20px 0 0;border-radius:12px;padding:22px 24px}
.what{padding:24px 0 20px}.pic{width:132px;height:132px}.what h2{font-size:2.5em}.line{padding:20px 24px 20px 56px}.card{padding:20px 24px}
.in{padding:2px 24px 20px}summary{padding:12px 20px 12px 24px}}
@media print{.top label,summary:after,.tel,.call,.files,.noprint{display:none}body{background:#fff;color:#000;font-size:11pt}.status,.top{color:#000;background:none!important;border:2pt solid}.line,.card,details{box-shadow:none;border:1px solid #999}}
`.replaceAll('\n', '')
