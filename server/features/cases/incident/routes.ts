import { incidentApi } from '#contract/cases/incident-api.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import type { Installation } from '#kernel/installation.ts'
import { serve, serveFile, type Route } from '#kernel/serve.ts'
import { answerIncident, reportToAuthority } from './answer-incident.ts'
import { classifyIncident } from './classify-incident.ts'
import { addIncidentLots, decideIncidentLots } from './decide-lots.ts'
import { closeIncident, declareUnfounded, reopenIncident } from './end-incident.ts'
import { approveIncident, recordInvestigation, sendBackIncident, submitIncident } from './investigate-incident.ts'
import { addMeasure, cancelMeasure, finishMeasure, replaceOwner, returnMeasure, verifyMeasure } from './measures.ts'
import { reportIncident } from './open-incident.ts'
import { listIncidents, listOwners, readIncident, readOwnIncidents } from './queries.ts'
import { readComplaintPicture } from './read-picture.ts'
import { readIncidentTrend } from './read-trend.ts'

refuseConstraint('incident_approved_by_another', 'author_approves')
refuseConstraint('incident_unfounded_by_two', 'same_person')
refuseConstraint('incident_lot_decided_by_two', 'same_person')
refuseConstraint('incident_lot_open', 'lot_in_incident')
refuseConstraint('incident_measure_verified_by_another', 'owner_verifies')

/** 偏差、投诉与不良反应. */
export const incidentRoutes = (installation: Installation): Route[] => [
  serve(incidentApi.list, listIncidents),
  serve(incidentApi.own, readOwnIncidents),
  serve(incidentApi.trend, readIncidentTrend),
  serve(incidentApi.owners, listOwners),
  serve(incidentApi.read, readIncident),
  serveFile(incidentApi.picture, readComplaintPicture(installation)),
  serve(incidentApi.open, reportIncident),
  serve(incidentApi.classify, classifyIncident),
  serve(incidentApi.addLots, addIncidentLots),
  serve(incidentApi.decideLots, decideIncidentLots),
  serve(incidentApi.record, recordInvestigation),
  serve(incidentApi.submit, submitIncident),
  serve(incidentApi.approve, approveIncident),
  serve(incidentApi.sendBack, sendBackIncident),
  serve(incidentApi.report, reportToAuthority),
  serve(incidentApi.answer, answerIncident),
  serve(incidentApi.close, closeIncident),
  serve(incidentApi.unfounded, declareUnfounded),
  serve(incidentApi.reopen, reopenIncident),
  serve(incidentApi.addMeasure, addMeasure),
  serve(incidentApi.finishMeasure, finishMeasure),
  serve(incidentApi.verifyMeasure, verifyMeasure),
  serve(incidentApi.returnMeasure, returnMeasure),
  serve(incidentApi.replaceOwner, replaceOwner),
  serve(incidentApi.cancelMeasure, cancelMeasure),
]
