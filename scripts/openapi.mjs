// Writes dist/openapi.json, the interface's description, from the contract's endpoints. Run by the build, under Node 24.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { routes } from '../server/app.ts'
import { openApiDocument } from '../server/platform/openapi.ts'
import { root } from './ready.mjs'

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
mkdirSync(join(root, 'dist'), { recursive: true })
const endpoints = routes.map((route) => route.endpoint)
writeFileSync(join(root, 'dist', 'openapi.json'), JSON.stringify(openApiDocument(endpoints, version)))
