import { defineConfig } from 'vite'

/** The public pages for the server: one file with React in it, so that the serving process needs neither a compiler nor a package. */
export default defineConfig({
  root: 'web/public',
  publicDir: false,
  define: { 'process.env.NODE_ENV': '"production"' },
  ssr: { noExternal: true },
  build: {
    ssr: 'render.tsx',
    outDir: new URL('./dist/public', import.meta.url).pathname,
    emptyOutDir: true,
    target: 'node24',
    minify: true,
  },
})
