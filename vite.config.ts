import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

// The host stays the browser's, or the server would take every write for one from another origin.
const backend = { target: 'http://localhost:3000', changeOrigin: false }

/** Compresses once at build what the server would otherwise compress at every request. */
const precompressed = (folder: string): Plugin => ({
  name: 'precompressed',
  apply: 'build',
  closeBundle() {
    for (const entry of readdirSync(folder, { withFileTypes: true, recursive: true })) {
      if (!entry.isFile() || !/\.(js|css|html|svg)$/.test(entry.name)) continue
      const file = join(entry.parentPath, entry.name)
      const content = readFileSync(file)
      writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }))
      writeFileSync(`${file}.br`, brotliCompressSync(content, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }))
    }
  },
})

/**
 * Runs the files that the entry stands on before it, each in a task of its own, between which the browser answers. Run by the entry they would be one long
 * task.
 */
const runBeforeTheEntry: Plugin = {
  name: 'run-before-the-entry',
  apply: 'build',
  transformIndexHtml: {
    order: 'post',
    handler(html) {
      const before = new Array<string>()
      const without = html.replace(
        / *<link rel="modulepreload" crossorigin href="([^"]+\/(?:library|core)-[^"]+)">\n/g,
        (_, file: string) => {
          before.push(`    <script type="module" crossorigin src="${file}"></script>\n`)
          return ''
        },
      )
      return without.replace(/ *<script type="module"/, (entry) => `${before.join('')}${entry}`)
    },
  },
}

const library = (names: string) => new RegExp(`/node_modules/(${names})/`)

/**
 * Few files instead of many: what every page needs, what the door needs, what stands around every page, what lists and
 * forms need. Without this one page would ask for thirty files; with one file the login would wait for everything.
 */
const chunks = [
  {
    name: 'library',
    // without-eval.ts is here since this file runs before all others that make a schema.
    test: new RegExp(
      `${library('react|react-dom|scheduler|react-router|@tanstack|zustand|nprogress|zod|decimal\\.js').source}|/web/lib/without-eval\\.ts$`,
    ),
    priority: 50,
  },
  {
    name: 'core',
    test: /vite\/preload-helper|\/contract\/(kernel\/(endpoint|values|refusals|pages|duties|action)|people\/account)\.ts$|\/web\/lib\/(call|actor|draft|format|media|tab|second-people)\.ts$|\/web\/parts\/Mark\.tsx$|\/web\/shell\/(theme|tokens|mix|choice-storage|sidebar-state|tab-list|tabs|session|retry-failed-reads|page-loader|arrival|brand|GateFrame)\.tsx?$/,
    priority: 40,
  },
  // Together: whoever is past the door needs both.
  {
    name: 'frame',
    test: new RegExp(
      `${
        library(
          '@ant-design/icons|@ant-design/icons-svg|antd/es/(app|config-provider|button|tooltip|dropdown|drawer|modal|badge|alert|skeleton|locale)',
        ).source
      }|/web/(shell/(Styled|Frame|Shell|Header|Sidebar|TabBar|TabPages|TabBoundary|menu)|parts/(CallFailure|DataTable|OneLine|Moment)|lib/(button-write|ask-to-discard|failure-text|waited))\\.tsx?$`,
    ),
    priority: 30,
  },
  // Comes with the first chart, not with the parts.
  { name: 'chart', test: /\/node_modules\/(echarts|zrender)\/|\/web\/parts\/draw-chart\.ts$/, priority: 25 },
  // Comes with the first form that asks for a place, not with the contract.
  { name: 'counties', test: /\/contract\/supply\/(counties|county-list)\.ts$/, priority: 19 },
  // What the frame and home ask for; all else comes with the first page that is about records.
  {
    name: 'contract',
    test: /\/contract\/(kernel\/[\w-]+|office\/(dashboard|search|work)|packing\/(codes|gs1|label|scanned-code)|people\/(own-record|second-factor)|warehouse\/(lot|shelf-life))\.ts$/,
    priority: 18,
  },
  { name: 'records', test: /\/contract\/[\w-]+\/[\w-]+\.ts$/, priority: 17 },
  {
    name: 'parts',
    test: new RegExp(
      `${library('antd/es/(form|input|select|pagination|popover|checkbox|radio|segmented|tabs|switch|input-number)').source}|/web/(parts|lib)/\\w[\\w-]*\\.tsx?$`,
    ),
    priority: 10,
  },
]

const outDir = new URL('./dist/web', import.meta.url).pathname

export default defineConfig({
  root: 'web',
  publicDir: false,
  plugins: [react(), runBeforeTheEntry, precompressed(outDir)],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    // All styles together are smaller than one picture; a page of its own asks for no second file.
    cssCodeSplit: false,
    chunkSizeWarningLimit: 1000,
    rolldownOptions: { output: { codeSplitting: { groups: chunks } } },
  },
  server: { proxy: Object.fromEntries(['/api', '/index', '/c/', '/01/'].map((path) => [path, backend])) },
})
