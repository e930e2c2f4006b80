import { instrumentApi } from '#contract/laboratory/instrument.ts'
import { meansApi } from '#contract/laboratory/means.ts'
import { outsideLaboratoryApi } from '#contract/laboratory/outside-laboratory.ts'
import { reagentApi } from '#contract/laboratory/reagent.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { listChoices } from './choices.ts'
import {
  calibrate,
  createInstrument,
  editInstrument,
  listInstruments,
  readInstrument,
  takeBackInstrument,
  takeOutInstrument,
} from './instruments.ts'
import { createLaboratory, disableLaboratory, editLaboratory, enableLaboratory, listLaboratories } from './outside-laboratories.ts'
import { createReagent, endReagent, listReagents, openReagent } from './reagents.ts'
import { listUses } from './suspect-results.ts'

refuseConstraint('instrument_number', 'instrument_number_taken')
refuseConstraint('reagent_number', 'reagent_number_taken')
refuseConstraint('reagent_remaining', 'reagent_short')
refuseConstraint('reagent_days', 'reagent_days')
refuseConstraint('reagent_opened_expired', 'reagent_expired')
refuseConstraint('outside_laboratory_name', 'outside_laboratory_known')
refuseConstraint('outside_laboratory_days', 'outside_laboratory_days')

export const meansRoutes: Route[] = [
  serve(instrumentApi.list, listInstruments),
  serve(instrumentApi.read, readInstrument),
  serve(instrumentApi.uses, listUses),
  serve(instrumentApi.create, createInstrument),
  serve(instrumentApi.edit, editInstrument),
  serve(instrumentApi.calibrate, calibrate),
  serve(instrumentApi.takeOut, takeOutInstrument),
  serve(instrumentApi.takeBack, takeBackInstrument),
  serve(reagentApi.list, listReagents),
  serve(reagentApi.create, createReagent),
  serve(reagentApi.open, openReagent),
  serve(reagentApi.useUp, endReagent('useUp')),
  serve(reagentApi.discard, endReagent('discard')),
  serve(outsideLaboratoryApi.list, listLaboratories),
  serve(outsideLaboratoryApi.create, createLaboratory),
  serve(outsideLaboratoryApi.edit, editLaboratory),
  serve(outsideLaboratoryApi.disable, disableLaboratory),
  serve(outsideLaboratoryApi.enable, enableLaboratory),
  serve(meansApi.choices, listChoices),
]
