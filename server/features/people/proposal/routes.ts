import { proposalApi } from '#contract/people/proposal.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { approveProposal, refuseProposal } from './decide-proposal.ts'
import { listProposals } from './queries.ts'

refuseConstraint('rights_proposal_waiting', 'proposal_waiting')
refuseConstraint('rights_approved_by_another', 'proposer_approves')
refuseConstraint('rights_not_for_oneself', 'own_rights')

export const proposalRoutes: Route[] = [
  serve(proposalApi.list, listProposals),
  serve(proposalApi.approve, approveProposal),
  serve(proposalApi.refuse, refuseProposal),
]
