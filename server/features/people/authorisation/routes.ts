import { authorisationApi } from '#contract/people/authorisation.ts'
import { trainingApi } from '#contract/people/training.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { changeRule } from './change-rule.ts'
import { approveAuthorisation, endAuthorisation } from './decide-authorisation.ts'
import { giveAuthorisation } from './give-authorisation.ts'
import { listAuthorisations, listPeople, listTrainingRules, listTrainings, listUntrained, readOwn, readRule } from './queries.ts'
import { recordTraining } from './record-training.ts'
import { setTrainingRule } from './set-training-rule.ts'
import { voidTraining } from './void-training.ts'

refuseConstraint('training_of_another', 'records_own_training')
refuseConstraint('authorisation_by_two', 'author_approves')
refuseConstraint('authorisation_of_another', 'authorises_oneself')
refuseConstraint('authorisation_proposed', 'authorisation_waiting')
refuseConstraint('authorisation_rule_change_serial', 'stale')
refuseConstraint('authorisation_rule_by_two', 'same_person')
refuseConstraint('training_rule_serial', 'stale')
refuseConstraint('training_rule_by_two', 'same_person')

export const authorisationRoutes: Route[] = [
  serve(trainingApi.list, listTrainings),
  serve(trainingApi.people, listPeople),
  serve(trainingApi.changes, listUntrained),
  serve(trainingApi.record, recordTraining),
  serve(trainingApi.rules, listTrainingRules),
  serve(trainingApi.setRule, setTrainingRule),
  serve(trainingApi.void, voidTraining),
  serve(authorisationApi.list, listAuthorisations),
  serve(authorisationApi.own, readOwn),
  serve(authorisationApi.rule, readRule),
  serve(authorisationApi.changeRule, changeRule),
  serve(authorisationApi.give, giveAuthorisation),
  serve(authorisationApi.approve, approveAuthorisation),
  serve(authorisationApi.refuse, endAuthorisation('refuse')),
  serve(authorisationApi.takeBack, endAuthorisation('takeBack')),
  serve(authorisationApi.suspend, endAuthorisation('suspend')),
  serve(authorisationApi.withdraw, endAuthorisation('withdraw')),
]
