import { mailboxApi } from '#contract/people/mailbox.ts'
import { secretApi } from '#contract/people/secret.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { serveStranger } from '#kernel/stranger.ts'
import { confirmSecret, confirmSecretByMail } from './confirm-secret.ts'
import { listSecrets } from './queries.ts'

export const secretRoutes: Route[] = [
  serve(secretApi.list, listSecrets),
  serve(secretApi.confirm, confirmSecret),
  serveStranger(mailboxApi.confirmSecret, 60, confirmSecretByMail),
]
