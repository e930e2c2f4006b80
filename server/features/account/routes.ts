import { accountApi } from '../../../contract/account.ts'
import { serve, type Route } from '../../platform/serve.ts'
import { sessionRoutes } from '../../platform/session.ts'
import { changePassword } from './change-password.ts'
import { listNotifications, listSessions, moveNotifications, readSession } from './queries.ts'
import { revokeSession } from './revoke-session.ts'
import { saveProfile } from './save-profile.ts'

const current = serve(accountApi.current, readSession)

export const accountRoutes: Route[] = [
  ...sessionRoutes(current),
  current,
  serve(accountApi.saveProfile, saveProfile),
  serve(accountApi.changePassword, changePassword),
  serve(accountApi.sessions, listSessions),
  serve(accountApi.revokeSession, revokeSession),
  serve(accountApi.notifications, listNotifications),
  serve(accountApi.moveNotifications, moveNotifications),
]
