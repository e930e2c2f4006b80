import { readFileSync } from 'node:fs'
import { inflateSync } from 'node:zlib'
const s = readFileSync('/tmp/h-shell/p-orders.pdf').toString('latin1')
for (const [, n, b] of s.matchAll(/(\d+) 0 obj\s([\s\S]*?)\sendobj/g)) {
  if (/Type \/?Font\b|\/Font\b/.test(b) && !/stream/.test(b)) console.log(n, b.slice(0, 300).replace(/\n/g, ' '))
  if (/stream/.test(b) && /FlateDecode/.test(b) && !/Length1|Image/.test(b)) {
    const t = inflateSync(Buffer.from(/stream\r?\n([\s\S]*?)\r?\nendstream/.exec(b)[1], 'latin1')).toString('latin1')
    if (/ Tf/.test(t)) console.log('CONTENT', n, t.slice(0, 900))
    else if (/beginbf/.test(t)) console.log('MAP', n, t.slice(300, 800))
  }
}
