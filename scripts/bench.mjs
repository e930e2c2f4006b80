// npm run bench: builds the pages and measures; the database of the bench is its own (bench/filled.ts).
import { build, install, root, run, underNode24 } from './ready.mjs'

install()
await underNode24(import.meta.filename)
build()
process.exit(await run([`${root}/bench/bench.ts`, ...process.argv.slice(2)]))
