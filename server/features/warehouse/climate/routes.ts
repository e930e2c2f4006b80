import { climateApi } from '#contract/warehouse/climate.ts'
import { refuseConstraint } from '#kernel/problem.ts'
import { serve, type Route } from '#kernel/serve.ts'
import { listPoints, listReadings, readDays } from './queries.ts'
import { bringReadings, deliverReadings, recordReading } from './take-readings.ts'
import { voidReading } from './void-reading.ts'
import { createPoint, setLimits, turnPoint } from './write-point.ts'

refuseConstraint('climate_point_number', 'climate_number_taken')
refuseConstraint('climate_limit_by_two', 'same_person')
refuseConstraint('climate_reading_once', 'reading_differs')
refuseConstraint('climate_voided_once', 'wrong_state')

export const climateRoutes: Route[] = [
  serve(climateApi.list, listPoints),
  serve(climateApi.readings, listReadings),
  serve(climateApi.days, readDays),
  serve(climateApi.create, createPoint),
  serve(climateApi.setLimits, setLimits),
  serve(climateApi.disable, turnPoint('disable')),
  serve(climateApi.enable, turnPoint('enable')),
  serve(climateApi.record, recordReading('record')),
  serve(climateApi.recordInRoom, recordReading('recordInRoom')),
  serve(climateApi.deliver, deliverReadings),
  serve(climateApi.bring, bringReadings),
  serve(climateApi.void, voidReading),
]
