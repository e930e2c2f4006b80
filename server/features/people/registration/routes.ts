import { foundingApi, joiningApi, registrationApi } from '#contract/people/registration.ts'
import type { Installation } from '#kernel/installation.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, serveFile, type Route } from '#kernel/serve.ts'
import { serveStranger, serveStrangerUpload } from '#kernel/stranger.ts'
import { approveEnterprise } from './approve-enterprise.ts'
import { approvePerson } from './approve-person.ts'
import { confirmRegistration, resendConfirmation } from './confirm-registration.ts'
import { handInLicence } from './hand-in-licence.ts'
import { listFounding, listJoining, readStatus } from './queries.ts'
import { readLicence } from './read-licence.ts'
import { refuseEnterprise, refusePerson } from './refuse-registration.ts'
import { submitRegistration } from './submit-registration.ts'

refuseConstraint('enterprise_credit_code_key', 'enterprise_exists')

export const registrationRoutes = (installation: Installation): Route[] => [
  serveStranger(registrationApi.submit, 20, submitRegistration(installation)),
  serveStranger(registrationApi.confirm, 60, confirmRegistration(installation)),
  serveStranger(registrationApi.status, 300, readStatus(installation)),
  serveStranger(registrationApi.resend, 20, resendConfirmation(installation)),
  serveStrangerUpload(registrationApi.licence, 20, () => installation.files, handInLicence(installation)),
  serve(foundingApi.list, listFounding),
  serve(foundingApi.approve, approveEnterprise),
  serve(foundingApi.refuse, refuseEnterprise(installation)),
  serveFile(foundingApi.licence, readLicence(installation)),
  serve(joiningApi.list, listJoining),
  serve(joiningApi.approve, approvePerson),
  serve(joiningApi.refuse, refusePerson(installation)),
]
