import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'

const backend = 'http://localhost:3000'

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

const outDir = new URL('./dist/web', import.meta.url).pathname

export default defineConfig({
  root: 'web',
  publicDir: 'static',
  plugins: [react(), precompressed(outDir)],
  build: {
    outDir,
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 1000,
  },
  server: { proxy: { '/api': backend, '/index': backend, '/c/': backend, '/01/': backend } },
})
