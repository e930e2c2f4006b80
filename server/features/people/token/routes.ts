import { tokenApi } from '#contract/people/token.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { createToken } from './create-token.ts'
import { listTokens } from './queries.ts'
import { revokeToken } from './revoke-token.ts'

refuseConstraint('api_token_name', 'token_name_taken')

export const tokenRoutes: Route[] = [
  serve(tokenApi.list, listTokens),
  serve(tokenApi.create, createToken),
  serve(tokenApi.revoke, revokeToken),
]
