// Writes dist/openapi.json, the interface's description, from the contract's endpoints. Run by the build, under Node 24.
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { routesOf } from '#server/app.ts'
import { openFiles } from '#tools/files.ts'
import { openApiDocument } from '#kernel/openapi.ts'
import { root } from './ready.mjs'

const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
// The description is the same for every installation.
const endpoints = routesOf({ masterKey: new Uint8Array(32), publicUrl: '', files: openFiles(root) }).map((route) => route.endpoint)
mkdirSync(join(root, 'dist'), { recursive: true })
writeFileSync(join(root, 'dist', 'openapi.json'), JSON.stringify(openApiDocument(endpoints, version)))
