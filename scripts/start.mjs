// npm start: installs and builds what is missing, then runs the server. The second time it only looks and starts.
import { build, install, run, serverCommand } from './ready.mjs'

install()
build()
process.exitCode = await run(serverCommand)
