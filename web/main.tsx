import '#web/lib/without-eval.ts'
import { QueryClientProvider } from '@tanstack/react-query'
import { startTransition, StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import '#web/parts/parts.css'
import '#web/shell/shell.css'
import '#web/shell/print.css'
import { router } from './routes.tsx'
import { paintTheme } from '#web/shell/paint-theme.ts'
import { queryClient } from '#web/shell/session.ts'

/** Waits for the first page, so that the skeleton of index.html stays until there is something to show. */
async function start() {
  paintTheme()
  if (!router.state.initialized) {
    await new Promise<void>((ready) => {
      const stop = router.subscribe((state) => {
        if (!state.initialized) return
        stop()
        ready()
      })
    })
  }
  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no element #root')
  const app = (
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>
  )
  // As a transition it is drawn in pieces of a few milliseconds, between which the browser answers; the skeleton stays until all of it is there.
  startTransition(() => createRoot(root).render(app))
}

void start()
