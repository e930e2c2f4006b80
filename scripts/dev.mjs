// npm run dev: the server, started again at every change, and Vite's page with hot reload on http://localhost:5173.
import { build, install, run, tool } from './ready.mjs'

install()
build()
await Promise.all([run(['--watch', '--watch-preserve-output', 'server/main.ts']), run([tool('vite/bin/vite.js')])])
