import { config } from 'zod'

// The page's policy allows no eval, and a probe for it is reported as a violation. Schemas look for this when they are made, so this
// module runs before any of them: main.tsx imports it first, and vite.config.ts puts it into the file that all others need.
config({ jitless: true })
