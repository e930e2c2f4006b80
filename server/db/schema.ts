// Made by `npm run check -- --write` from the migrations and column-types.ts; not to be edited.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Stored } from './column-types.ts'

export interface Account {
  createdAt: Generated<string>
  email: Generated<string>
  emailConfirmedAt: string | null
  enterpriseId: string
  id: Generated<string>
  initials: Generated<string>
  mustChangePassword: Generated<boolean>
  name: string
  oneTimeUntil: string | null
  passwordHash: string
  phone: Generated<string>
  post: Generated<string>
  rowVersion: Generated<number>
  state: Generated<Stored['account']['state']>
  userName: string
}

export interface AccountRole {
  accountId: string
  enterpriseId: string
  roleId: string
}

export interface ApiToken {
  createdAt: Generated<string>
  enterpriseId: string
  id: string
  initials: Generated<string>
  makerId: string
  name: string
  prefix: string
  revokedAt: string | null
  revokedBy: string | null
  rights: string[]
  rowVersion: Generated<number>
  validUntil: string
}

export interface ApiTokenKey {
  enterpriseId: string
  lastAddress: Generated<string>
  lastUsedAt: string | null
  tokenHash: Buffer
  tokenId: string
}

export interface Asset {
  calibratedOn: string | null
  calibrationDue: string | null
  calibrationMonths: number | null
  calibrationResult: Stored['asset']['calibrationResult'] | null
  class: string
  clearanceHours: number
  clearanceId: string | null
  clearedUntil: string | null
  enterpriseId: string
  id: Generated<string>
  initials: string
  isFreed: Generated<boolean>
  isToxic: boolean
  kind: Stored['asset']['kind']
  maintenanceContent: Generated<string>
  maintenanceMonths: number | null
  maintenanceOverdue: Generated<Stored['asset']['maintenanceOverdue']>
  name: string
  number: string
  place: string
  rowVersion: Generated<number>
  serviceDue: string | null
  serviceResult: Stored['asset']['serviceResult'] | null
  servicedOn: string | null
  state: Stored['asset']['state']
  useId: string | null
}

export interface AssetBreakdown {
  assetId: string
  enterpriseId: string
  found: string
  id: Generated<string>
  incidentId: string
  reportedAt: string
  reportedBy: string
  useId: string
}

export interface AssetChange {
  approvedBy: string | null
  assetId: string
  changedAt: string
  changedBy: string
  clearanceId: string | null
  enterpriseId: string
  id: Generated<string>
  reason: string
  state: Stored['assetChange']['state']
  useId: string | null
}

export interface AssetService {
  assetId: string
  certificateNo: string
  checkedBy: string | null
  doneBy: string
  doneOn: string
  enterpriseId: string
  id: Generated<string>
  kind: Stored['assetService']['kind']
  nextDue: string | null
  recordedAt: Generated<string>
  recordedBy: string
  remark: string
  result: Stored['assetService']['result']
}

export interface AssetServiceVoid {
  approvedBy: string
  enterpriseId: string
  id: Generated<string>
  reason: string
  serviceId: string
  voidedAt: string
  voidedBy: string
}

export interface AssetUse {
  afterBreakdownId: string | null
  assetId: string
  clearanceId: string | null
  endedAt: string | null
  endedBy: string | null
  enterpriseId: string
  id: Generated<string>
  isToxic: boolean
  packagingOrderId: string | null
  productionOrderId: string | null
  startedAt: string
  startedBy: string
  stepId: string | null
}

export interface Attachment {
  addedAt: Generated<string>
  addedBy: string
  digest: string
  enterpriseId: string
  id: Generated<string>
  kind: string
  mapNo: string | null
  name: string
  ownerId: string
  ownerTable: Stored['attachment']['ownerTable']
}

export interface AttachmentVoid {
  attachmentId: string
  enterpriseId: string
  reason: string
  voidedAt: Generated<string>
  voidedBy: string
}

export interface Audit {
  actor: string | null
  after: string | null
  at: string | null
  before: string | null
  digest: Buffer
  enterpriseId: string
  id: number
  op: Stored['audit']['op']
  reason: string | null
  request: string | null
  rowDigest: Buffer | null
  rowId: string | null
  rowKey: string | null
  tableName: string
  version: Generated<number>
  xid: string
}

export interface AuditEntry {
  actor: string | null
  at: string | null
  change: ColumnType<unknown, string | null | undefined, string | null>
  enterpriseId: string | null
  id: number | null
  op: string | null
  reason: string | null
  request: string | null
  rowDigest: Buffer | null
  rowId: string | null
  rowKey: string | null
  tableName: string | null
  version: number | null
  xid: string | null
}

export interface AuditHead {
  enterpriseId: string
  hash: Generated<Buffer>
  seq: Generated<number>
}

export interface AuditLink {
  actor: string | null
  at: Generated<string>
  enterpriseId: string
  entries: number
  entriesDigest: Buffer
  hash: Buffer
  previousHash: Buffer
  request: string | null
  seq: number
  version: Generated<number>
  xid: string
}

export interface Authorisation {
  activity: Stored['authorisation']['activity']
  approvedAt: string | null
  approvedBy: string | null
  basis: Generated<string>
  endReason: string | null
  endedAt: string | null
  endedBy: string | null
  enterpriseId: string
  givenAt: string
  givenBy: string
  id: Generated<string>
  personId: string
  rowVersion: Generated<number>
  state: Stored['authorisation']['state']
  trainingId: string
  validUntil: string
}

export interface AuthorisationRuleChange {
  approvedBy: string
  askedFrom: string | null
  changedAt: string
  changedBy: string
  enterpriseId: string
  id: Generated<string>
  reason: string
  serial: number
}

export interface AuthorityLock {
  authority: string
  authorityNo: string
  conclusion: string | null
  enterpriseId: string
  id: Generated<string>
  level: Stored['authorityLock']['level']
  liftNo: string | null
  liftOrderedOn: string | null
  liftSecondBy: string | null
  liftedAt: string | null
  liftedBy: string | null
  orderedOn: string
  placedAt: string
  placedBy: string
  placedSecondBy: string
  productId: string | null
  reason: string
  rowVersion: Generated<number>
  untilOn: string | null
}

export interface Avatar {
  accountId: string
  changedAt: Generated<string>
  digest: string
  enterpriseId: string
  image: Buffer
}

export interface BoxChange {
  boxCode: string
  boxIndex: number
  boxLevel: GeneratedAlways<number>
  boxRangeId: string
  changeNo: string
  changedAt: string
  changedBy: string
  checkedBy: string | null
  enterpriseId: string
  id: Generated<string>
  isNewBox: Generated<boolean>
  kind: Stored['boxChange']['kind']
  packagingOrderId: string | null
  packsAfter: number
  packsMoved: number
  placeId: string | null
  reason: string
}

export interface BoxChangePack {
  changeId: string
  enterpriseId: string
  firstIndex: number
  id: Generated<string>
  lastIndex: number
  level: GeneratedAlways<number>
  lotId: string
  rangeId: string
  way: Stored['boxChangePack']['way']
}

export interface BoxContent {
  batchNo: string
  boxLevel: GeneratedAlways<number>
  boxRangeId: string
  enterpriseId: string
  firstBox: number
  firstPack: number
  id: Generated<string>
  lastBox: number
  lastPack: number
  lotId: string
  openedAt: string | null
  packLevel: GeneratedAlways<number>
  packRangeId: string
  packedAt: string
  packsInBox: number
}

export interface BulkLot {
  auxiliaryQuantity: string
  balanceMax: string
  balanceMin: string
  balancePercent: string
  chargedQuantity: string
  clearance: ColumnType<Stored['bulkLot']['clearance'], string, string>
  clearedUntil: string
  coProductQuantity: Generated<string>
  cutSpec: Generated<string>
  enterpriseId: string
  finishedAt: string
  finishedBy: string
  holdId: string | null
  id: string
  issuedQuantity: string
  leftoverQuantity: string
  lossQuantity: string
  operatorIds: string[]
  orderId: string
  outputQuantity: string
  processingMethod: string
  productionDate: string
  remark: Generated<string>
  returnedQuantity: string
  sampledQuantity: string
  waterQuantity: string
  yieldMax: string
  yieldMin: string
  yieldPercent: string
}

export interface Calibration {
  calibratedBy: string
  calibratedOn: string
  certificateId: string | null
  certificateNo: string
  enterpriseId: string
  id: Generated<string>
  instrumentId: string
  nextDue: string | null
  recordedAt: Generated<string>
  recordedBy: string
  remark: string
  result: Stored['calibration']['result']
}

export interface CareLine {
  careId: string
  enterpriseId: string
  findings: string[]
  id: Generated<string>
  incidentId: string | null
  lotId: string
  matters: boolean
  measures: string[]
  note: string
  placeId: string
  planId: string | null
  quantity: string
}

export interface CarePlan {
  approvedBy: string
  caseFindings: string[]
  enterpriseId: string
  everyDays: number
  id: Generated<string>
  isEnded: boolean
  materialId: string | null
  reason: string
  scope: Stored['carePlan']['scope']
  scopeKey: string
  seasonDays: number | null
  seasonFrom: number | null
  seasonTo: number | null
  serial: number
  setAt: string
  setBy: string
  side: Stored['carePlan']['side']
}

export interface CareRecord {
  careNo: string
  doneBy: string
  enterpriseId: string
  humidity: string | null
  id: Generated<string>
  lookedAt: string
  recordedAt: string
  remark: string
  secondBy: string | null
  side: Stored['careRecord']['side']
  temperature: string | null
}

export interface CareVoid {
  enterpriseId: string
  id: Generated<string>
  lineId: string
  reason: string
  voidedAt: string
  voidedBy: string
}

export interface CarrierClaim {
  claimNo: string
  closedAt: string | null
  enterpriseId: string
  id: Generated<string>
  lotId: string
  note: Generated<string>
  openedAt: string
  openedBy: string
  packs: number
  quantity: string
  returnId: string | null
  rowVersion: Generated<number>
  shipmentId: string
  state: Stored['carrierClaim']['state']
}

export interface ChangeRequest {
  appliedAt: string | null
  approvedAt: string | null
  approvedBy: string | null
  asked: ColumnType<Stored['changeRequest']['asked'], string, string>
  caseId: string
  effectiveOn: string
  endReason: string | null
  endedAt: string | null
  endedBy: string | null
  enterpriseId: string
  id: Generated<string>
  impact: Generated<string>
  proposedAt: Generated<string>
  proposedBy: string
  reason: string
  record: Stored['changeRequest']['record']
  recordId: string
  rowVersion: Generated<number>
  state: Generated<Stored['changeRequest']['state']>
  subject: string
  traineeIds: Generated<string[]>
}

export interface ClaimOutcome {
  became: Stored['claimOutcome']['became']
  claimId: string
  enterpriseId: string
  id: Generated<string>
  note: string
  packs: number
  recordedAt: string
  recordedBy: string
  returnId: string | null
  secondBy: string | null
  takesBack: string | null
}

export interface Clearance {
  checkedBy: string
  checks: ColumnType<Stored['clearance']['checks'], string, string>
  cleanedAt: string
  cleanedBy: string
  clearanceNo: string
  enterpriseId: string
  freesOfToxic: boolean
  id: Generated<string>
  remark: string
  state: Generated<Stored['clearance']['state']>
  withdrawReason: string | null
  withdrawalApprovedBy: string | null
  withdrawnAt: string | null
  withdrawnBy: string | null
}

export interface ClearanceAsset {
  assetId: string
  clearanceId: string
  enterpriseId: string
  id: Generated<string>
  lastUseId: string | null
  validUntil: string
}

export interface ClimateExposure {
  enterpriseId: string
  id: Generated<string>
  incidentId: string
  lotId: string
  quantity: string
  stoodAt: string
}

export interface ClimateLimit {
  approvedBy: string
  enterpriseId: string
  humidityMax: string | null
  humidityMin: string | null
  id: Generated<string>
  pointId: string
  reason: string
  setAt: string
  setBy: string
  temperatureMax: string | null
  temperatureMin: string | null
}

export interface ClimatePoint {
  byLogger: boolean
  dueAt: string
  enterpriseId: string
  everyHours: number | null
  id: Generated<string>
  initials: string
  name: string
  number: string
  roomId: string | null
  rowVersion: Generated<number>
  state: Stored['climatePoint']['state']
  warehouse: string | null
}

export interface ClimateReading {
  enterpriseId: string
  humidity: string
  id: Generated<string>
  incidentId: string | null
  isOut: boolean
  limitId: string
  measuredAt: string
  pointId: string
  recordedAt: string
  recordedBy: string
  source: Stored['climateReading']['source']
  temperature: string
}

export interface ClimateVoid {
  enterpriseId: string
  id: Generated<string>
  readingId: string
  reason: string
  voidedAt: string
  voidedBy: string
}

export interface CodeCounter {
  enterpriseId: string
  next: number
  scheme: string
  series: string
}

export interface CodeEvent {
  at: Generated<string>
  byId: string
  documentId: string
  documentKind: string
  documentNo: string
  enterpriseId: string
  firstIndex: number
  id: Generated<string>
  lastIndex: number
  rangeId: string
  reason: Generated<string>
  state: Stored['codeEvent']['state']
}

export interface CodeLock {
  authorityNo: string
  conclusion: string | null
  enterpriseId: string
  id: Generated<string>
  liftEvidence: string | null
  liftSecondBy: string | null
  liftedAt: string | null
  liftedBy: string | null
  placedAt: string
  placedBy: string
  reason: string
  rowVersion: Generated<number>
}

export interface CodeLockRun {
  enterpriseId: string
  firstIndex: number
  lastIndex: number
  lockId: string
  lotId: string
  rangeId: string
}

export interface CodeRange {
  count: GeneratedAlways<number>
  enterpriseId: string
  firstIndex: number
  id: Generated<string>
  issuedAt: Generated<string>
  issuedBy: string
  keyFingerprint: string
  lastIndex: number
  level: Stored['codeRange']['level']
  packSpecId: string
  packagingOrderId: string
  scheme: Stored['codeRange']['scheme']
  series: string
}

export interface CodeReplacement {
  checkedBy: string
  enterpriseId: string
  id: Generated<string>
  lotId: string
  newIndex: number
  newRangeId: string
  oldIndex: number
  oldRangeId: string
  reason: string
  replacedAt: string
  replacedBy: string
}

export interface CodeScan {
  codeIndex: number
  enterpriseId: string
  rangeId: string
  scannedAt: Generated<string>
  visit: Buffer
}

export interface CodeScanTotal {
  codeIndex: number
  enterpriseId: string
  firstAt: string
  rangeId: string
  scans: number
}

export interface CodeSpan {
  enterpriseId: string
  firstIndex: number
  lastIndex: number
  lotId: string | null
  rangeId: string
  state: Stored['codeSpan']['state']
}

export interface CodeVoid {
  enterpriseId: string
  firstIndex: number
  id: Generated<string>
  lastIndex: number
  rangeId: string
  reason: string
  voidedAt: Generated<string>
  voidedBy: string
}

export interface Correction {
  approvedAt: string | null
  approvedBy: string | null
  asked: ColumnType<Stored['correction']['asked'], string, string>
  correctionNo: string
  endReason: string | null
  endedAt: string | null
  endedBy: string | null
  enterpriseId: string
  id: Generated<string>
  lotId: string | null
  proposedAt: Generated<string>
  proposedBy: string
  reason: string
  record: Stored['correction']['record']
  recordId: string
  rowVersion: Generated<number>
  state: Generated<Stored['correction']['state']>
  subject: string
}

export interface CorrectionChange {
  correctionId: string
  enterpriseId: string
  field: string
  id: Generated<string>
  newValue: string | null
  oldValue: string | null
  recordId: string
  recordTable: Stored['correctionChange']['recordTable']
}

export interface CountTolerance {
  approvedBy: string
  enterpriseId: string
  goodsClass: Stored['countTolerance']['goodsClass']
  id: Generated<string>
  percent: string
  reason: string
  setAt: string
  setBy: string
}

export interface CustodyEntry {
  at: string
  byId: string
  documentId: string
  enterpriseId: string
  fromFate: Stored['custodyEntry']['fromFate']
  id: GeneratedAlways<number>
  lotId: string
  packs: number
  shipmentId: string
  toFate: Stored['custodyEntry']['toFate']
  toldBy: Stored['custodyEntry']['toldBy']
}

export interface Customer {
  code: string
  createdAt: Generated<string>
  creditCode: string | null
  email: Generated<string>
  enterpriseId: string
  id: Generated<string>
  initials: Generated<string>
  isActive: Generated<boolean>
  kind: string
  legalPerson: Generated<string>
  licenceKind: string
  licenceNo: string
  licenceValidUntil: string
  name: string
  phone: Generated<string>
  qualityContact: Generated<string>
  remark: Generated<string>
  rowVersion: Generated<number>
  scopes: string[]
}

export interface CustomerAddress {
  address: string
  city: string
  contact: string
  customerId: string
  enterpriseId: string
  id: Generated<string>
  isActive: Generated<boolean>
  phone: string
  province: string
}

export interface CustomerReturn {
  approvedAt: string | null
  approvedBy: string | null
  createdAt: string
  createdBy: string
  endReason: string | null
  endedAt: string | null
  endedBy: string | null
  enterpriseId: string
  id: Generated<string>
  kept: Generated<string>
  kind: Stored['customerReturn']['kind']
  note: Generated<string>
  reason: string
  returnNo: string
  rowVersion: Generated<number>
  shipmentId: string
  state: Stored['customerReturn']['state']
}

export interface CustomerVerdict {
  conforms: boolean
  customerId: string
  enterpriseId: string
  lotId: string
  reportId: string
  standardVersionId: string
}

export interface DefinitionSet {
  appliedAt: string
  checksum: string
}

export interface Deputy {
  confirmedAt: string | null
  confirmedBy: string | null
  deputyId: string
  duties: string[]
  endReason: string | null
  endedAt: string | null
  endedBy: string | null
  enterpriseId: string
  givenAt: string
  givenBy: string
  id: Generated<string>
  principalId: string
  reason: string
  rowVersion: Generated<number>
  state: Stored['deputy']['state']
  validFrom: string
  validUntil: string
}

export interface DictionaryItem {
  code: string
  createdAt: Generated<string>
  enterpriseId: string
  id: Generated<string>
  initials: Generated<string>
  isActive: Generated<boolean>
  isLocked: Generated<boolean>
  isShipped: Generated<boolean>
  label: string
  remark: Generated<string>
  rowVersion: Generated<number>
  sort: Generated<number>
  type: string
}

export interface DisposalCase {
  cancelReason: string | null
  cancelledAt: string | null
  cancelledBy: string | null
  carriedAt: string | null
  carriedBy: string | null
  carrier: string | null
  certificateNo: string | null
  decidedAt: string | null
  decidedBy: string | null
  disposalMethod: Stored['disposalCase']['disposalMethod']
  disposalNo: string
  enterpriseId: string
  foundAt: string | null
  foundBy: string | null
  foundReason: string | null
  ground: Stored['disposalCase']['ground']
  id: Generated<string>
  opinion: string | null
  proposedAt: string
  proposedBy: string
  reason: string
  redecidedAt: string | null
  redecidedBy: string | null
  rowVersion: Generated<number>
  secondOpinion: string | null
  state: Stored['disposalCase']['state']
  witnessId: string | null
}

export interface DisposalCode {
  caseId: string
  enterpriseId: string
  firstIndex: number
  lastIndex: number
  lotId: string
  rangeId: string
}

export interface DisposalLine {
  caseId: string
  enterpriseId: string
  found: string | null
  id: Generated<string>
  isOpen: Generated<boolean>
  lotId: string
  packs: number | null
  placeId: string
  quantity: string
  weighed: string | null
}

export interface Enterprise {
  address: Generated<string>
  city: Generated<string>
  contact: Generated<string>
  createdAt: Generated<string>
  creditCode: string | null
  email: Generated<string>
  id: Generated<string>
  initials: Generated<string>
  introduction: Generated<string>
  isDemo: Generated<boolean>
  isOperating: Generated<boolean>
  latitude: string | null
  legalPerson: Generated<string>
  licenceNo: Generated<string>
  longitude: string | null
  name: string
  nodeCode: string | null
  number: GeneratedAlways<number>
  phone: Generated<string>
  province: Generated<string>
  qualityHead: Generated<string>
  rowVersion: Generated<number>
}

export interface ExpiryAlert {
  days: Stored['expiryAlert']['days']
  enterpriseId: string
  id: Generated<string>
  subject: Stored['expiryAlert']['subject']
  subjectId: string
  toldAt: Generated<string>
  validUntil: string
}

export interface FileUpload {
  accountId: string
  digest: string
  enterpriseId: string
  uploadedAt: Generated<string>
}

export interface FoundingEnd {
  endedAt: Generated<string>
  enterpriseId: string
  firstId: string
  secondId: string
}

export interface GoodsName {
  enterpriseId: string
  initials: string
  name: string
}

export interface Hold {
  conclusion: string | null
  correctionId: string | null
  enterpriseId: string
  id: Generated<string>
  kind: Stored['hold']['kind']
  liftEvidence: string | null
  liftSecondBy: string | null
  liftedAt: string | null
  liftedBy: string | null
  lotId: string
  placedAt: Generated<string>
  placedBy: string
  reaches: boolean | null
  reason: string
}

export interface IdempotentAnswer {
  accountId: string
  body: string
  createdAt: Generated<string>
  enterpriseId: string
  key: string
  requestDigest: Buffer
  status: number
}

export interface ImpactLot {
  analystIds: string[] | null
  approvedBy: string | null
  caseId: string
  conclusion: string | null
  decidedAt: string | null
  decidedBy: string | null
  decidedWithId: string | null
  decidedWithTable: string | null
  decision: Stored['impactLot']['decision'] | null
  enterpriseId: string
  holdId: string
  id: Generated<string>
  lotId: string
  producerIds: string[] | null
  rowVersion: Generated<number>
}

export interface Incident {
  answer: string | null
  answeredAt: string | null
  answeredBy: string | null
  approvedAt: string | null
  approvedBy: string | null
  area: Stored['incident']['area']
  caseNo: string
  cause: ColumnType<Stored['incident']['cause'] | null, string | null | undefined, string | null>
  closedAt: string | null
  closedBy: string | null
  closedSecondBy: string | null
  code: Generated<string>
  complainant: Generated<string>
  conclusion: string | null
  contact: Generated<string>
  customerId: string | null
  description: Generated<string>
  dueOn: string | null
  effects: Generated<string>
  enterpriseId: string
  expected: Generated<string>
  foundAt: string
  foundBy: string | null
  id: Generated<string>
  immediateAction: Generated<string>
  inStateSince: string
  investigatedBy: string | null
  kind: Stored['incident']['kind']
  lateToldFor: string | null
  level: Stored['incident']['level'] | null
  measured: Generated<string>
  openedAt: string
  openedBy: string | null
  picture: string | null
  place: Generated<string>
  post: Generated<string>
  publicToken: string | null
  reportBy: string | null
  reportWaived: Generated<string>
  reportedNo: Generated<string>
  reportedOn: string | null
  rowVersion: Generated<number>
  sourceId: string | null
  sourceNo: Generated<string>
  sourceTable: string | null
  state: Stored['incident']['state']
  subject: string
  toldLotId: string | null
}

export interface IncidentLot {
  addedAt: string
  addedBy: string
  approvedBy: string | null
  conclusion: string | null
  decidedAt: string | null
  decidedBy: string | null
  decision: Stored['incidentLot']['decision'] | null
  enterpriseId: string
  holdId: string | null
  id: Generated<string>
  incidentId: string
  lotId: string
}

export interface IncidentMeasure {
  action: string
  doneAt: string | null
  dueOn: string
  effect: string | null
  enterpriseId: string
  id: Generated<string>
  incidentId: string
  kind: Stored['incidentMeasure']['kind']
  lateToldFor: string | null
  ownerId: string
  pastOwnerIds: Generated<string[]>
  proof: string | null
  rowVersion: Generated<number>
  serial: number
  state: Stored['incidentMeasure']['state']
  verifiedAt: string | null
  verifiedBy: string | null
}

export interface IncidentStep {
  doneAt: string
  doneBy: string | null
  enterpriseId: string
  id: Generated<string>
  incidentId: string
  note: Generated<string>
  said: ColumnType<unknown, string | undefined, string>
  secondBy: string | null
  step: Stored['incidentStep']['step']
}

export interface Inspection {
  acceptedAt: string | null
  acceptedBy: string | null
  closeReason: string | null
  closedAt: string | null
  closedBy: string | null
  closedSecondBy: string | null
  department: string
  drawSeed: string
  enterpriseId: string
  id: Generated<string>
  lotId: string
  lotQuantity: string
  origin: Generated<string>
  packageCount: number
  placeId: string | null
  priority: Stored['inspection']['priority']
  remark: Generated<string>
  requestKind: Stored['inspection']['requestKind']
  requestNo: string
  requestedAt: Generated<string>
  requestedBy: string
  requiredPackages: number
  rowVersion: Generated<number>
  side: Stored['inspection']['side']
  spec: Generated<string>
  stabilityMonth: number | null
  standardVersionId: string
  state: Generated<Stored['inspection']['state']>
  supplier: Generated<string>
}

export interface InspectionStandard {
  authority: Stored['inspectionStandard']['authority']
  enterpriseId: string
  inspectionId: string
  standardVersionId: string
}

export interface Instrument {
  calibratedOn: string | null
  calibrationResult: Stored['instrument']['calibrationResult'] | null
  dueOn: string | null
  enterpriseId: string
  id: Generated<string>
  initials: string
  intervalMonths: number
  model: string
  name: string
  number: string
  place: string
  rowVersion: Generated<number>
  serialNo: string
  state: Generated<Stored['instrument']['state']>
  stopReason: string | null
}

export interface InstrumentChange {
  changedAt: Generated<string>
  changedBy: string
  enterpriseId: string
  id: Generated<string>
  instrumentId: string
  reason: string
  state: Stored['instrumentChange']['state']
}

export interface LabelPrint {
  enterpriseId: string
  firstIndex: number
  id: Generated<string>
  lastIndex: number
  printedAt: Generated<string>
  printedBy: string
  rangeId: string
  reason: Generated<string>
}

export interface LabelRun {
  approvedBy: string | null
  boxRangeId: string | null
  enterpriseId: string
  id: Generated<string>
  issuedAt: Generated<string>
  issuedBy: string
  packRangeId: string | null
  packagingOrderId: string
  reason: Generated<string>
  runNo: string
  serial: number
}

export interface Letterhead {
  digest: string | null
  enterpriseId: string
  id: Generated<string>
  reason: string
  version: number
  writtenAt: Generated<string>
  writtenBy: string
}

export interface Licence {
  createdAt: Generated<string>
  customerId: string | null
  enterpriseId: string
  id: Generated<string>
  isActive: Generated<boolean>
  issuedBy: Generated<string>
  kind: string
  number: string
  rowVersion: Generated<number>
  scope: Generated<string>
  supplierId: string | null
  validFrom: string | null
  validUntil: string | null
}

export interface LogSeal {
  anchor: Buffer
  at: string
  entries: number
  entriesDigest: Buffer
  hash: Buffer
  previousHash: Buffer
  securityIds: string
  securityReached: number
  seq: number
  witnessIds: string
  witnessReached: number
}

export interface LogSealHead {
  anchors: ColumnType<unknown, string | undefined, string>
  hash: Generated<Buffer>
  seq: Generated<number>
  theOnly: Generated<boolean>
}

export interface Lot {
  batchNo: string
  bornOn: string
  createdAt: Generated<string>
  enterpriseId: string
  expiresOn: string | null
  holds: Generated<number>
  id: Generated<string>
  initials: Generated<string>
  isToxic: Generated<boolean>
  kind: Stored['lot']['kind']
  lotNo: string
  materialId: string | null
  name: string
  packSpecId: string | null
  productId: string | null
  publicToken: Generated<string>
  quantity: string
  retestOn: string | null
  rowVersion: Generated<number>
  state: Generated<Stored['lot']['state']>
  unit: Generated<Stored['lot']['unit']>
}

export interface LotAtHand {
  bornOn: string
  dueOn: string | null
  enterpriseId: string
  expiresOn: string | null
  goodsId: string
  isHeld: boolean
  kind: string
  lotId: string
  retestOn: string | null
  state: string
}

export interface LotDocument {
  at: string | null
  enterpriseId: string | null
  id: string | null
  kind: string | null
  lotId: string | null
  no: string | null
}

export interface LotEdge {
  documentId: string
  documentNo: string
  enterpriseId: string
  fromLotId: string
  id: GeneratedAlways<number>
  quantity: string
  recordedAt: Generated<string>
  role: Generated<Stored['lotEdge']['role']>
  share: string
  step: Stored['lotEdge']['step']
  toLotId: string
}

export interface LotMonth {
  brought: string
  enterpriseId: string
  kind: string
  lotId: string
  month: string
  taken: string
}

export interface LotMonths {
  brought: string | null
  enterpriseId: string | null
  kind: string | null
  lotId: string | null
  month: string | null
  taken: string | null
}

export interface LotReservation {
  documentId: string
  documentKind: string
  enterpriseId: string
  lotId: string
  quantity: string
}

export interface LotsAtHand {
  bornOn: string | null
  dueOn: string | null
  enterpriseId: string | null
  expiresOn: string | null
  goodsId: string | null
  isHeld: boolean | null
  kind: string | null
  lotId: string | null
  retestOn: string | null
  state: string | null
}

export interface MadeLot {
  enterpriseId: string | null
  lotId: string | null
  orderId: string | null
  stepId: string | null
}

export interface Mail {
  attempts: Generated<number>
  body: string
  createdAt: Generated<string>
  enterpriseId: string
  givenUpAt: string | null
  id: Generated<string>
  lastError: Generated<string>
  link: Generated<string>
  nextAttemptAt: Generated<string>
  sentAt: string | null
  subject: string
  toAddress: string
  uselessAfter: string
}

export interface MailLink {
  accountId: string
  createdAt: Generated<string>
  email: string
  enterpriseId: string
  expiresAt: string
  id: Generated<string>
  purpose: Stored['mailLink']['purpose']
  secretId: string | null
  tokenHash: Buffer
  usedAt: string | null
}

export interface MaintenancePlan {
  approvedBy: string
  assetId: string
  content: string
  enterpriseId: string
  id: Generated<string>
  months: number | null
  onOverdue: Stored['maintenancePlan']['onOverdue']
  reason: string
  serial: number
  setAt: string
  setBy: string
}

export interface Material {
  category: Stored['material']['category']
  code: string
  createdAt: Generated<string>
  enterpriseId: string
  id: Generated<string>
  initials: Generated<string>
  isActive: Generated<boolean>
  isPrecious: Generated<boolean>
  isToxic: Generated<boolean>
  latin: Generated<string>
  materialClass: Generated<string>
  medicinalPart: Generated<string>
  name: string
  needsGrowthYears: Generated<boolean>
  retentionMonths: Generated<number>
  retestLimit: number | null
  retestMonths: Generated<number>
  retestNotice: Generated<number>
  rowVersion: Generated<number>
  species: Generated<string[]>
  storage: Generated<string>
  testAmount: string | null
  unit: Generated<Stored['material']['unit']>
  usualHarvest: Generated<string>
  usualOrigin: Generated<string>
}

export interface Migration {
  appliedAt: Generated<string>
  checksum: string
  name: string
}

export interface MonthTally {
  count: number
  enterpriseId: string
  highest: string | null
  key: Generated<string>
  lowest: string | null
  month: string
  series: string
  total: string
}

export interface Months {
  count: number | null
  enterpriseId: string | null
  highest: string | null
  key: string | null
  lowest: string | null
  month: string | null
  series: string | null
  total: string | null
}

export interface Notification {
  accountId: string
  asked: string | null
  binnedAt: string | null
  body: Generated<string>
  createdAt: Generated<string>
  doneAt: string | null
  enterpriseId: string
  id: Generated<string>
  lapsesAt: string | null
  path: string
  readAt: string | null
  recordId: string | null
  recordTable: string | null
  title: string
}

export interface NumberCounter {
  datePart: Stored['numberCounter']['datePart']
  day: string
  digits: number
  enterpriseId: string
  last: number
  object: string
  prefix: string
}

export interface NumberedDocument {
  enterpriseId: string | null
  no: string | null
  object: string | null
}

export interface NumberingRule {
  datePart: Stored['numberingRule']['datePart']
  digits: number
  enterpriseId: string
  id: Generated<string>
  object: Stored['numberingRule']['object']
  prefix: string
  rowVersion: Generated<number>
}

export interface OosCase {
  caseNo: string | null
  checkedAt: string | null
  checkedBy: string | null
  checklist: ColumnType<Stored['oosCase']['checklist'] | null, string | null | undefined, string | null>
  concludedAt: string | null
  concludedBy: string | null
  conclusion: string | null
  enterpriseId: string
  explanation: string | null
  finding: Stored['oosCase']['finding'] | null
  holdId: string | null
  id: Generated<string>
  inspectionId: string
  invalidReason: string | null
  invalidatedAt: string | null
  invalidatedBy: string | null
  kind: Generated<Stored['oosCase']['kind']>
  lotId: string
  openedAt: Generated<string>
  plea: Generated<string>
  proofId: string | null
  resampled: boolean | null
  retestAnalyst: string | null
  retestAt: string | null
  retestBy: string | null
  retestReason: string | null
  retests: number | null
  rowVersion: Generated<number>
  standardItemId: string
  state: Generated<Stored['oosCase']['state']>
  testResultId: string
}

export interface OutsideLaboratory {
  accreditationNo: string
  contact: string
  enterpriseId: string
  id: Generated<string>
  initials: string
  isActive: Generated<boolean>
  name: string
  rowVersion: Generated<number>
  scope: string[]
  validFrom: string
  validUntil: string
}

export interface PackAcceptance {
  acceptanceNo: string
  appearance: Stored['packAcceptance']['appearance']
  certificateNo: Generated<string>
  conforms: boolean
  decidedAt: string
  decidedBy: string
  dimensions: Stored['packAcceptance']['dimensions']
  enterpriseId: string
  id: Generated<string>
  inspectedBy: string
  lookedAt: number
  lotId: string
  note: Generated<string>
  printing: Stored['packAcceptance']['printing']
  retestOn: string | null
  usedUp: number
}

export interface PackLot {
  boxes: number
  bulkLotId: string
  enterpriseId: string
  id: string
  packagingOrderId: string
  packs: number
}

export interface PackMaterialEntry {
  destroyed: Generated<number>
  enteredAt: string
  enteredBy: string
  enterpriseId: string
  id: Generated<string>
  issued: Generated<number>
  kind: Stored['packMaterialEntry']['kind']
  lost: Generated<number>
  lotId: string
  packagingOrderId: string
  placeId: string | null
  reason: Generated<string>
  returned: Generated<number>
  sampled: Generated<number>
  secondBy: string
  spoiled: Generated<number>
  used: Generated<number>
}

export interface PackRelease {
  analystIds: string[]
  bulkLotId: string
  checklist: ColumnType<Stored['packRelease']['checklist'], string, string>
  decidedAt: Generated<string>
  decidedBy: string
  decision: Stored['packRelease']['decision']
  enterpriseId: string
  id: Generated<string>
  lotId: string
  packs: number
  producerIds: string[]
  quantity: string
  reason: Generated<string>
  releaseNo: string
  reportId: string
}

export interface PackRetention {
  drawnAt: string
  drawnBy: string
  enterpriseId: string
  id: Generated<string>
  lotId: string
  packs: number
  remark: Generated<string>
  retentionNo: string
  witnessedBy: string | null
}

export interface PackSpec {
  boxGtin: string | null
  boxIdentification: string | null
  codeScheme: Stored['packSpec']['codeScheme']
  enterpriseId: string
  id: Generated<string>
  isActive: Generated<boolean>
  name: string
  netQuantity: string
  packGtin: string | null
  packIdentification: string | null
  packUnit: Generated<string>
  packsPerBox: number
  productId: string
  rowVersion: Generated<number>
}

export interface PackSpecMaterial {
  enterpriseId: string
  id: Generated<string>
  materialId: string
  packSpecId: string
  per: Stored['packSpecMaterial']['per']
  pieces: number
}

export interface PackagingOrder {
  approvedAt: string | null
  approvedBy: string | null
  bulkLotId: string
  cancelReason: string | null
  cancelledAt: string | null
  cancelledBy: string | null
  createdAt: Generated<string>
  createdBy: string
  enterpriseId: string
  id: Generated<string>
  label: ColumnType<Stored['packagingOrder']['label'] | null, string | null | undefined, string | null>
  labelVersion: string
  orderNo: string
  packSpecId: string
  packagingMaterial: string
  plannedPacks: number
  remark: Generated<string>
  repackApprovedBy: string | null
  repackGround: Stored['packagingOrder']['repackGround'] | null
  repackOf: string | null
  repackReason: string | null
  rowVersion: Generated<number>
  state: Generated<Stored['packagingOrder']['state']>
}

export interface PackagingOrderMaterial {
  enterpriseId: string
  id: Generated<string>
  materialId: string
  packagingOrderId: string
  perBox: number
  perPack: number
}

export interface PackagingRecord {
  balance: string
  beyondPlanBy: string | null
  boxes: number
  bulkLotId: string
  charged: string
  checkedBy: string | null
  clearance: string
  codesActivated: number
  codesVoided: number
  deviation: Generated<string>
  enterpriseId: string
  finishedAt: string
  firstPiece: string
  id: Generated<string>
  labelsDestroyed: number
  labelsIssued: number
  labelsLost: Generated<number>
  labelsSampled: number
  labelsSpoiled: number
  labelsUsed: number
  loss: string
  lossReason: Generated<string>
  lotId: string
  missingPacks: number | null
  openedPacks: number | null
  operatorId: string
  packagingOrderId: string
  packed: string
  packs: number
  recordedAt: Generated<string>
  remainder: string
  remark: Generated<string>
  startedAt: string
  weightChecks: string[]
}

export interface PacksByCodes {
  enterpriseId: string | null
  lotId: string | null
  packs: number | null
  voided: number | null
}

export interface PacksInHouse {
  enterpriseId: string
  lotId: string
  packs: number
  voided: Generated<number>
  voidedBefore: Generated<number>
}

export interface PaperForm {
  enterpriseId: string
  formNo: string
  id: Generated<string>
  kind: string
  reason: string
  retention: string
  version: number
  writtenAt: Generated<string>
  writtenBy: string
}

export interface PaperPrint {
  digest: string
  documentNo: string
  enterpriseId: string
  formId: string | null
  id: Generated<string>
  kind: string
  letterheadId: string | null
  marks: string[]
  pages: number
  printNo: number
  printedAt: string
  printedBy: string
  reason: string
  recordId: string
}

export interface Picking {
  checkedAt: string | null
  checkedBy: string | null
  content: ColumnType<Stored['picking']['content'], string, string>
  enterpriseId: string
  id: Generated<string>
  orderId: string
  packs: number
  pickedAt: Generated<string>
  pickedBy: string
  rowVersion: Generated<number>
  state: Generated<Stored['picking']['state']>
}

export interface PickingCode {
  enterpriseId: string
  firstIndex: number
  id: Generated<string>
  isOpen: Generated<boolean>
  lastIndex: number
  level: number
  lotId: string
  pickingId: string
  rangeId: string
}

export interface Place {
  code: string
  createdAt: Generated<string>
  enterpriseId: string
  id: Generated<string>
  initials: Generated<string>
  isActive: Generated<boolean>
  isReal: GeneratedAlways<boolean>
  kind: Stored['place']['kind']
  name: string
  remark: Generated<string>
  rowVersion: Generated<number>
  storageCondition: Generated<string>
  warehouse: Generated<string>
  zone: Stored['place']['zone'] | null
}

export interface ProcessAuxiliary {
  enterpriseId: string
  materialId: string
  processVersionId: string
  ratio: string
  tolerance: Generated<string>
}

export interface ProcessCoProduct {
  enterpriseId: string
  processVersionId: string
  productId: string
  shareExpected: string
  shareMax: string
  shareMin: string
  stepNo: number
}

export interface ProcessStep {
  enterpriseId: string
  equipment: Generated<string>
  holdHours: string | null
  instruction: Generated<string>
  isCritical: Generated<boolean>
  name: string
  option: Generated<string>
  parameters: ColumnType<Stored['processStep']['parameters'], string | undefined, string>
  processVersionId: string
  stepNo: number
}

export interface ProcessVersion {
  allowsBlending: Generated<boolean>
  approvedAt: string | null
  approvedBy: string | null
  balanceMax: string
  balanceMin: string
  basis: Generated<string>
  code: string
  content: ColumnType<Stored['processVersion']['content'] | null, string | null | undefined, string | null>
  createdAt: Generated<string>
  effectiveFrom: string | null
  effectiveTo: string | null
  enterpriseId: string
  id: Generated<string>
  isInitial: Generated<boolean>
  maxBatch: string
  productId: string
  returnReason: Generated<string>
  reviewedAt: string | null
  reviewedBy: string | null
  rowVersion: Generated<number>
  state: Generated<Stored['processVersion']['state']>
  submittedAt: string | null
  version: number
  voidReason: string | null
  voidedAt: string | null
  voidedBy: string | null
  writtenBy: string | null
  yieldMax: string
  yieldMin: string
}

export interface ProcessingMethod {
  auxiliary: Generated<string>
  enterpriseId: string
  how: Generated<string>
  id: Generated<string>
  initials: Generated<string>
  isActive: Generated<boolean>
  name: string
  rowVersion: Generated<number>
  toRecord: Generated<string>
}

export interface Product {
  code: string
  createdAt: Generated<string>
  cutSpec: Generated<string>
  enterpriseId: string
  gbt31774Code: string | null
  id: Generated<string>
  initials: Generated<string>
  isActive: Generated<boolean>
  isDirectOral: Generated<boolean>
  isToxic: Generated<boolean>
  licenceScopes: Generated<string[]>
  materialId: string
  name: string
  nhsaCode: string | null
  processingMethod: string
  retentionMonths: Generated<number>
  rowVersion: Generated<number>
  shelfLifeMonths: number
  storage: Generated<string>
  testAmount: string | null
}

export interface ProductionCoProduct {
  enterpriseId: string
  id: Generated<string>
  lotId: string | null
  orderId: string
  productId: string
  quantity: string
  recordedAt: string
  recordedBy: string
  share: string
  stepId: string
  wasteReason: Generated<string>
}

export interface ProductionDeviation {
  enterpriseId: string
  finding: string
  foundAt: Generated<string>
  foundBy: string
  id: Generated<string>
  incidentId: string | null
  kind: Stored['productionDeviation']['kind']
  note: string
  orderId: string
  stepNo: number | null
}

export interface ProductionEnding {
  charged: string
  clearance: ColumnType<Stored['productionEnding']['clearance'], string, string>
  clearedUntil: string
  coProducts: Generated<string>
  endedAt: string
  endedBy: string
  enterpriseId: string
  handedOver: Generated<string>
  id: Generated<string>
  losses: string
  lotId: string | null
  orderId: string
  remains: string
  scattered: string
  water: string
}

export interface ProductionInput {
  enterpriseId: string
  id: Generated<string>
  isBlend: boolean
  lotId: string
  materialId: string
  orderId: string
  quantity: string
  ratio: string | null
  reason: Generated<string>
  role: Stored['productionInput']['role']
  tolerance: string | null
}

export interface ProductionIssue {
  approvedBy: string | null
  checkedBy: string | null
  enterpriseId: string
  id: Generated<string>
  isSupplement: Generated<boolean>
  issueNo: string
  issuedAt: string
  issuedBy: string
  orderId: string
  reason: Generated<string>
  restrictions: string | null
  scaleId: string | null
  scaleNo: string
  scaleValidUntil: string
  weighings: ColumnType<Stored['productionIssue']['weighings'], string, string>
}

export interface ProductionOrder {
  approvedAt: string | null
  approvedBy: string | null
  batchNo: string | null
  blendApprovedBy: string | null
  cancelReason: string | null
  cancelledAt: string | null
  cancelledBy: string | null
  charge: string
  completedAt: string | null
  completedBy: string | null
  createdAt: Generated<string>
  createdBy: string
  cutSpec: Generated<string>
  deviationConclusion: string | null
  enterpriseId: string
  id: Generated<string>
  initials: Generated<string>
  isBlend: boolean
  isToxic: Generated<boolean>
  line: string
  lineId: string | null
  operatorIds: string[] | null
  orderNo: string
  pauseReason: string | null
  plannedInput: string
  process: ColumnType<Stored['productionOrder']['process'], string, string>
  processVersionId: string
  processingMethod: string
  productId: string
  productName: string
  productionDate: string | null
  remark: Generated<string>
  reviewedAt: string | null
  reviewedBy: string | null
  reworkApprovedBy: string | null
  reworkCaseId: string | null
  reworkCaseTable: Stored['productionOrder']['reworkCaseTable'] | null
  reworkOf: string | null
  reworkReason: string | null
  rowVersion: Generated<number>
  shelfLifeMonths: number
  standardName: string
  standardVersionId: string
  state: Generated<Stored['productionOrder']['state']>
  terminationApprovedBy: string | null
  workshop: string
}

export interface ProductionPart {
  checkedBy: string
  enterpriseId: string
  handedAt: string
  handedBy: string
  id: Generated<string>
  lotId: string
  orderId: string
  partNo: string
  placeId: string | null
  quantity: string
  reason: Generated<string>
  replaces: string | null
  scaleId: string | null
  scaleNo: string | null
  scaleValidUntil: string | null
  weighings: ColumnType<Stored['productionPart']['weighings'], string, string>
}

export interface ProductionPause {
  enterpriseId: string
  found: string | null
  id: Generated<string>
  kept: string
  orderId: string
  pausedAt: string
  pausedBy: string
  reason: string
  resumedAt: string | null
  resumedBy: string | null
}

export interface ProductionReturn {
  checkedBy: string
  enterpriseId: string
  id: Generated<string>
  orderId: string
  reason: string
  returnNo: string
  returnedAt: string
  returnedBy: string
  scaleId: string | null
  scaleNo: string
  scaleValidUntil: string
  weighings: ColumnType<Stored['productionReturn']['weighings'], string, string>
}

export interface ProductionStep {
  checkedBy: string | null
  coProductQuantity: Generated<string>
  endedAt: string | null
  endedBy: string | null
  enterpriseId: string
  equipment: string[]
  humidity: string
  id: Generated<string>
  inputQuantity: string
  isCritical: boolean
  isLateEntry: boolean
  losses: ColumnType<Stored['productionStep']['losses'] | null, string | null | undefined, string | null>
  name: string
  option: Generated<string>
  orderId: string
  outputQuantity: string | null
  parameters: ColumnType<Stored['productionStep']['parameters'] | null, string | null | undefined, string | null>
  preChecks: ColumnType<Stored['productionStep']['preChecks'], string, string>
  remark: string | null
  restrictions: string | null
  room: string
  roomId: string | null
  startedAt: string
  startedBy: string
  stepNo: number
  temperature: string
  timeReason: string | null
  waterQuantity: string | null
}

export interface PurchaseApproval {
  approvedAt: Generated<string>
  approvedBy: string
  buyerId: string
  enterpriseId: string
  id: Generated<string>
  orderId: string
  round: number
  step: number
}

export interface PurchaseLine {
  agreedCity: Generated<string>
  agreedCounty: Generated<string>
  agreedProvince: Generated<string>
  enterpriseId: string
  grade: Generated<string>
  id: Generated<string>
  lineNo: number
  materialId: string
  orderId: string
  quantity: string
  standardVersionId: string | null
  unitPrice: string | null
}

export interface PurchaseOrder {
  approvalRound: Generated<number>
  approvedAt: string | null
  approvedBy: string | null
  buyerId: string
  category: Stored['purchaseOrder']['category']
  contractNo: Generated<string>
  createdAt: Generated<string>
  endReason: Generated<string>
  endedAt: string | null
  endedBy: string | null
  enterpriseId: string
  expectedOn: string | null
  id: Generated<string>
  invoiceNo: Generated<string>
  orderNo: string
  purchasedOn: string
  qualityAgreementNo: Generated<string>
  remark: Generated<string>
  returnReason: Generated<string>
  rowVersion: Generated<number>
  state: Generated<Stored['purchaseOrder']['state']>
  submittedAt: string | null
  supplierId: string
  supplierKind: string
}

export interface PurchaseRule {
  approvalsAbove: Generated<string[]>
  enterpriseId: string
  id: Generated<string>
  orderBackDays: Generated<number>
  receiptBackDays: Generated<number>
  rowVersion: Generated<number>
}

export interface PurchaseRuleChange {
  approvalsAbove: string[]
  approvedBy: string | null
  changedAt: Generated<string>
  changedBy: string
  enterpriseId: string
  id: Generated<string>
  orderBackDays: number
  reason: string
  receiptBackDays: number
  rowVersion: Generated<number>
}

export interface QualityCase {
  caseNo: string
  closedAt: string | null
  closedBy: string | null
  documentId: string | null
  documentKind: Generated<string>
  documentNo: Generated<string>
  enterpriseId: string
  id: Generated<string>
  kind: Stored['qualityCase']['kind']
  lotId: string | null
  openedAt: Generated<string>
  openedBy: string
  reason: string
  rowVersion: Generated<number>
  state: Stored['qualityCase']['state']
}

export interface RawLot {
  abnormal: Stored['rawLot']['abnormal'] | null
  city: Generated<string>
  county: Generated<string>
  countyCode: Generated<string>
  customsNo: Generated<string>
  defects: Generated<string[]>
  doorLine: number | null
  doubtReason: Generated<string>
  doubts: Generated<Stored['rawLot']['doubts'][]>
  enterpriseId: string
  exceptionNote: Generated<string>
  freshCutBasis: Generated<string>
  grade: Generated<string>
  gross: string
  growthYears: string | null
  harvestFrom: string | null
  harvestTo: string | null
  id: string
  importApprovalNo: Generated<string>
  isFreshCut: Generated<boolean>
  kind: Stored['rawLot']['kind']
  labelComplete: boolean
  lineNet: string | null
  lineNo: number
  lineNote: string | null
  linePackages: number | null
  madeOn: string | null
  medicinalPart: Generated<string>
  nameOnNote: string
  net: string
  netReason: Generated<string>
  noteQuantity: string
  orderId: string
  packageCount: number
  packageIntact: boolean
  packageKind: string
  primaryProcessing: Generated<Stored['rawLot']['primaryProcessing'][]>
  province: Generated<string>
  purchaseLineId: string
  receiptId: string
  sourceKind: Stored['rawLot']['sourceKind'] | null
  species: Generated<string>
  sulfur: Stored['rawLot']['sulfur'] | null
  supplierId: string
  supplierLotNo: string
  tare: string
  town: Generated<string>
  upstreamTraceCode: Generated<string>
  village: Generated<string>
}

export interface ReagentDraw {
  drawnAt: string
  drawnBy: string
  enterpriseId: string
  id: Generated<string>
  inspectionId: string
  quantity: string
  reagentLotId: string
}

export interface ReagentLot {
  amount: string
  amountLeft: string
  daysAfterOpening: number | null
  endedReason: string | null
  enterpriseId: string
  id: Generated<string>
  initials: string
  kind: Stored['reagentLot']['kind']
  lotNo: string
  maker: string
  name: string
  number: string
  openedOn: string | null
  purity: string
  receivedOn: string
  rowVersion: Generated<number>
  state: Generated<Stored['reagentLot']['state']>
  unit: string
  useBy: string
}

export interface RecallCase {
  advice: string
  authorityNo: Generated<string>
  cancelReason: string | null
  cancelledAt: string | null
  cancelledBy: string | null
  caseNo: string
  closedAt: string | null
  closedBy: string | null
  conclusion: string | null
  createdAt: string
  createdBy: string
  enterpriseId: string
  finalBy: string | null
  id: Generated<string>
  inHouse: string | null
  kind: Stored['recallCase']['kind']
  knownPercent: string | null
  made: string | null
  notifyBy: string | null
  other: string | null
  question: ColumnType<Stored['recallCase']['question'], string, string>
  reason: string
  recallClass: Stored['recallCase']['recallClass']
  recoveredPercent: string | null
  rowVersion: Generated<number>
  seconds: string | null
  shipped: string | null
  startedAt: string | null
  startedBy: string | null
  state: Stored['recallCase']['state']
  subject: string
  withdrawReason: string | null
  withdrawnAt: string | null
  withdrawnBy: string | null
  withdrawnSecond: string | null
}

export interface RecallCustomer {
  acknowledgedAt: string | null
  acknowledgedName: string | null
  caseId: string
  customerId: string
  deliveries: number
  enterpriseId: string
  id: Generated<string>
  mailedAt: string | null
  mailedTo: string | null
  name: string
  notedBy: string | null
  notifiedAt: string | null
  packs: number
  publicToken: string | null
  quantity: string
  rowVersion: Generated<number>
  silenceAt: string | null
  silenceBy: string | null
  silenceReason: string | null
}

export interface RecallLine {
  caseId: string | null
  enterpriseId: string | null
  knownPacks: number | null
  lotId: string | null
  packs: number | null
  quantity: string | null
  recallCustomerId: string | null
}

export interface RecallLot {
  caseId: string
  enterpriseId: string
  holdId: string | null
  inHouse: string
  lotId: string
  other: string
  quantity: string
  role: Stored['recallLot']['role']
  shipped: string
}

export interface RecallRecovery {
  became: Stored['recallRecovery']['became']
  enterpriseId: string
  id: Generated<string>
  lotId: string
  note: Generated<string>
  packs: number
  quantity: string
  recallCustomerId: string
  recordedAt: string
  recordedBy: string
  returnId: string | null
  takesBack: string | null
}

export interface RecallReminder {
  caseId: string
  due: string
  enterpriseId: string
}

export interface RecallReport {
  authority: string
  caseId: string
  customers: number
  documentNo: Generated<string>
  enterpriseId: string
  id: Generated<string>
  knownPercent: string
  note: string
  recordedAt: string
  recordedBy: string
  recoveredPercent: string
  sentAt: string
  shipped: string
  stage: Stored['recallReport']['stage']
  takesBack: string | null
  unanswered: number
}

export interface RecallReportInForce {
  caseId: string | null
  enterpriseId: string | null
  id: string | null
  sentAt: string | null
  stage: string | null
}

export interface RecallWord {
  enterpriseId: string
  node: Stored['recallWord']['node']
  word: string
}

export interface RecallWords {
  enterpriseId: string | null
  node: string | null
  word: string | null
}

export interface Receipt {
  arrivedAt: string
  buyerId: string | null
  checkedBy: string | null
  deliveryNoteNo: string
  doubtReason: Generated<string>
  doubts: Generated<Stored['receipt']['doubts'][]>
  enterpriseId: string
  id: Generated<string>
  lotCount: number
  netTotal: string
  orderId: string
  receiptNo: string
  receivedBy: string
  recordedAt: Generated<string>
  refusedCount: number
  remark: Generated<string>
  result: Stored['receipt']['result']
  reversalApprovedBy: string | null
  reversalReason: string | null
  reversedAt: string | null
  reversedBy: string | null
  supplierId: string | null
  transport: Generated<string>
}

export interface ReceiptDiscrepancy {
  answer: string | null
  answeredAt: string | null
  answeredBy: string | null
  answeredOn: string | null
  answeredPerson: string | null
  closedAt: string | null
  closedBy: string | null
  conclusion: string | null
  discrepancyNo: string
  doorLine: number | null
  enterpriseId: string
  id: Generated<string>
  kinds: Stored['receiptDiscrepancy']['kinds'][]
  nameOnNote: string
  net: string
  note: string
  noted: string
  openedAt: string
  openedBy: string
  orderId: string
  paperNo: string | null
  purchaseLineId: string
  receiptId: string
  refused: string
  refusedLine: number | null
  replacedBy: string | null
  rowVersion: Generated<number>
  sentBackReason: string | null
  settledAs: Stored['receiptDiscrepancy']['settledAs'] | null
  state: Stored['receiptDiscrepancy']['state']
  supplierId: string
  supplierLotNo: string
}

export interface RecordReturn {
  answer: string | null
  answeredAt: string | null
  answeredBy: string | null
  enterpriseId: string
  id: Generated<string>
  orderId: string
  part: Stored['recordReturn']['part']
  reason: string
  sentAt: string
  sentBy: string
  stepNo: number | null
}

export interface RefusedDelivery {
  cause: Stored['refusedDelivery']['cause']
  enterpriseId: string
  id: Generated<string>
  lineNo: number
  nameOnNote: string
  orderId: string
  packageCount: number
  purchaseLineId: string
  quantity: string
  reason: string
  receiptId: string
  supplierLotNo: Generated<string>
}

export interface Registration {
  accountId: string | null
  confirmHash: Buffer
  confirmUntil: string
  createdAt: Generated<string>
  creditCode: string
  decidedAt: string | null
  decidedBy: string | null
  email: string
  emailConfirmedAt: string | null
  enterpriseId: string
  enterpriseName: string
  forPlatform: boolean
  foundedId: string | null
  id: Generated<string>
  initials: Generated<string>
  kind: Stored['registration']['kind']
  licenceDigest: string | null
  licenceFile: string | null
  licenceKind: string | null
  licenceNo: string | null
  licenceValidUntil: string | null
  name: string
  passwordHash: string
  phone: string
  post: Generated<string>
  reason: Generated<string>
  requestKey: Buffer | null
  rowVersion: Generated<number>
  state: Generated<Stored['registration']['state']>
  userName: string
}

export interface RegulatorLock {
  authority: string | null
  authorityNo: string | null
  conclusion: string | null
  enterpriseId: string | null
  id: string | null
  level: Stored['regulatorLock']['level'] | null
  liftNo: string | null
  liftSecondBy: string | null
  liftedAt: string | null
  liftedBy: string | null
  orderedOn: string | null
  placedAt: string | null
  placedBy: string | null
  placedSecondBy: string | null
  reason: string | null
  rowVersion: number | null
  subject: string | null
  untilOn: string | null
}

export interface ReleaseDecision {
  analystIds: string[]
  approvedBy: string | null
  basis: Generated<string>
  buyerId: string | null
  checklist: ColumnType<Stored['releaseDecision']['checklist'], string, string>
  decidedAt: Generated<string>
  decidedBy: string
  decision: Stored['releaseDecision']['decision']
  enterpriseId: string
  extensions: Generated<number>
  id: Generated<string>
  lotId: string
  quantity: string
  receiverIds: string[]
  releaseNo: string
  reportId: string | null
  restriction: Generated<string>
  retestOn: string | null
  rowVersion: Generated<number>
  state: Stored['releaseDecision']['state']
  withdrawalReason: string | null
  withdrawnAt: string | null
  withdrawnBy: string | null
}

export interface RepackCode {
  enterpriseId: string
  firstIndex: number
  id: Generated<string>
  isOpen: Generated<boolean>
  lastIndex: number
  level: GeneratedAlways<number>
  lotId: string
  packagingOrderId: string
  rangeId: string
}

export interface Report {
  analystIds: string[]
  approvedAt: Generated<string>
  approvedBy: string
  conforms: boolean
  correctionId: string | null
  enterpriseId: string
  id: Generated<string>
  inspectionId: string
  lotId: string
  reissueReason: string | null
  reissueSecondBy: string | null
  replacesId: string | null
  reportNo: string
  reviewedBy: string
  rowVersion: Generated<number>
  sheet: ColumnType<Stored['report']['sheet'], string, string>
  state: Generated<Stored['report']['state']>
  testRecordId: string
  version: Generated<number>
}

export interface ResultCommission {
  accreditationNo: string
  certificateId: string
  enterpriseId: string
  laboratoryId: string
  reportedOn: string
  testResultId: string
  validUntil: string
}

export interface ResultEnvironment {
  enterpriseId: string
  humidity: string
  temperature: string
  testResultId: string
}

export interface ResultMeans {
  detail: string
  enterpriseId: string
  goodUntil: string
  id: Generated<string>
  instrumentId: string | null
  name: string
  number: string
  reagentLotId: string | null
  testResultId: string
  usedOn: string
}

export interface ReturnCode {
  enterpriseId: string
  firstIndex: number
  itemId: string
  lastIndex: number
  rangeId: string
}

export interface ReturnDecision {
  conclusion: string
  decidedAt: string
  decidedBy: string
  enterpriseId: string
  id: Generated<string>
  receiptId: string
  rowVersion: Generated<number>
  secondBy: string
  withdrawReason: string | null
  withdrawnAt: string | null
  withdrawnBy: string | null
  withdrawnSecond: string | null
}

export interface ReturnInspection {
  conforms: boolean
  enterpriseId: string
  findings: string
  id: Generated<string>
  inspectedAt: string
  inspectedBy: string
  receiptId: string
}

export interface ReturnItem {
  condition: Stored['returnItem']['condition']
  decision: Stored['returnItem']['decision'] | null
  enterpriseId: string
  id: Generated<string>
  lotId: string
  packs: number
  quantity: string
  receiptId: string
  rowVersion: Generated<number>
  settledAt: string | null
}

export interface ReturnLine {
  enterpriseId: string
  lotId: string
  packs: number
  returnId: string
}

export interface ReturnReceipt {
  appearance: string
  arrivedAt: string
  clearedAt: string | null
  enterpriseId: string
  id: Generated<string>
  placeId: string
  position: string
  receivedAt: string
  receivedBy: string
  returnId: string
  rowVersion: Generated<number>
  takenBackAt: string | null
  takenBackBy: string | null
  takenBackReason: string | null
  takenBackSecond: string | null
  transport: Generated<string>
}

export interface RightsProposal {
  accountId: string | null
  decidedAt: string | null
  decidedBy: string | null
  enterpriseId: string
  id: Generated<string>
  proposedAt: Generated<string>
  proposedBy: string
  reason: Generated<string>
  rights: string[]
  roleId: string
  roleName: string
  rowVersion: Generated<number>
  state: Generated<Stored['rightsProposal']['state']>
}

export interface RightsReview {
  approvedAt: string | null
  approvedBy: string | null
  begunAt: string
  begunBy: string
  closedAt: string | null
  enterpriseId: string
  id: Generated<string>
  occasion: Generated<string>
  reason: Generated<string>
  reviewNo: string
  rowVersion: Generated<number>
  state: Stored['rightsReview']['state']
  submittedAt: string | null
  submittedBy: string | null
}

export interface RightsReviewLine {
  accountId: string
  carriedAt: string | null
  carriedBy: string | null
  decidedAt: string | null
  decidedBy: string | null
  decision: Stored['rightsReviewLine']['decision'] | null
  enterpriseId: string
  id: Generated<string>
  lastSeenAt: string | null
  reason: Generated<string>
  reviewId: string
  rights: string[]
  roles: ColumnType<Stored['rightsReviewLine']['roles'], string, string>
  rowVersion: Generated<number>
  takenRoleIds: Generated<string[]>
}

export interface Role {
  builtIn: Generated<boolean>
  createdAt: Generated<string>
  enterpriseId: string
  id: Generated<string>
  name: string
  rowVersion: Generated<number>
}

export interface RoleRight {
  enterpriseId: string
  rightCode: string
  roleId: string
}

export interface SalesAllocation {
  enterpriseId: string
  line: number
  lotId: string
  orderId: string
  packs: number
  quantity: string
}

export interface SalesLine {
  enterpriseId: string
  line: number
  orderId: string
  packSpecId: string
  packs: number
}

export interface SalesOrder {
  addressId: string
  allocatedAt: string | null
  allocatedBy: string | null
  approvedAt: string | null
  approvedBy: string | null
  cancelReason: string | null
  cancelledAt: string | null
  cancelledBy: string | null
  createdAt: Generated<string>
  createdBy: string
  customerId: string
  enterpriseId: string
  id: Generated<string>
  orderNo: string
  remark: Generated<string>
  rowVersion: Generated<number>
  state: Generated<Stored['salesOrder']['state']>
  submittedAt: string | null
  submittedBy: string | null
}

export interface Sample {
  container: string | null
  enterpriseId: string
  id: Generated<string>
  kind: Stored['sample']['kind']
  lotId: string
  observeOn: string | null
  openedQuantity: string | null
  packRetentionId: string | null
  quantity: string
  receivedAt: string | null
  receivedBy: string | null
  retainUntil: string | null
  sampleNo: string
  samplingId: string | null
  shelf: string | null
  state: Generated<Stored['sample']['state']>
}

export interface SampleEvent {
  byId: string
  enterpriseId: string
  happenedAt: string
  id: Generated<string>
  isChanged: boolean | null
  kind: Stored['sampleEvent']['kind']
  leftOver: string | null
  note: Generated<string>
  sampleId: string
  witnessId: string | null
}

export interface Sampling {
  abnormalUnits: ColumnType<Stored['sampling']['abnormalUnits'], string | undefined, string>
  enterpriseId: string
  fieldNote: string
  humidity: string
  id: Generated<string>
  inspectionId: string
  method: string
  packageNumbers: number[]
  place: string
  quartered: Generated<boolean>
  replaceReason: string | null
  replacedAt: string | null
  requestedBy: string
  sampledAt: Generated<string>
  sampledBy: string
  samplingNo: string
  samplingPoint: string
  temperature: string
  testNeed: string
  total: string
  witnessedBy: string | null
}

export interface SecondFactor {
  accountId: string
  confirmedAt: string | null
  createdAt: Generated<string>
  enterpriseId: string
  lastStep: Generated<number>
  recoveryHashes: Generated<Buffer[]>
  secretBox: Buffer
}

export interface SecretConfirmation {
  accountId: string
  confirmedAt: string | null
  confirmedBy: string | null
  confirmedHow: Stored['secretConfirmation']['confirmedHow'] | null
  enterpriseId: string
  id: Generated<string>
  mailbox: string | null
  note: Generated<string>
  rowVersion: Generated<number>
  setAt: Generated<string>
  setBy: string
  state: Generated<Stored['secretConfirmation']['state']>
  what: Stored['secretConfirmation']['what']
}

export interface SecurityLog {
  accountId: string | null
  address: Generated<string>
  at: Generated<string>
  enterpriseId: string | null
  event: string
  facts: ColumnType<unknown, string | undefined, string>
  id: GeneratedAlways<number>
  request: Generated<string>
  userName: Generated<string>
}

export interface Session {
  accountId: string
  address: Generated<string>
  createdAt: Generated<string>
  enterpriseId: string
  expiresAt: string
  id: Generated<string>
  idleSeconds: number
  lastSeenAt: Generated<string>
  revokedAt: string | null
  tokenHash: Buffer
  userAgent: Generated<string>
}

export interface Shipment {
  address: string
  arrivedAt: string | null
  carrier: string
  city: string
  contact: string
  customerId: string
  customerName: string
  deliveredAt: string | null
  deliveredBy: string | null
  departedAt: string
  driver: string
  driverPhone: string
  enterpriseId: string
  exception: string | null
  exceptionNote: string | null
  id: Generated<string>
  licenceNo: string
  licenceValidUntil: string
  noteVersion: Generated<number>
  orderId: string
  orderNo: string
  packs: number
  phone: string
  pickingId: string
  province: string
  quantity: string
  receiver: string | null
  rowVersion: Generated<number>
  shipmentNo: string
  shippedAt: Generated<string>
  shippedBy: string
  state: Generated<Stored['shipment']['state']>
  temperature: Generated<string>
  transportMode: string
  vehicleNo: string
}

export interface ShipmentCustody {
  away: number | null
  claimed: number | null
  enterpriseId: string | null
  lost: number | null
  lotId: string | null
  returned: number | null
  returning: number | null
  shipmentId: string | null
}

export interface ShipmentLine {
  enterpriseId: string
  id: Generated<string>
  lotId: string
  packSpecId: string
  packs: number
  quantity: string
  shipmentId: string
}

export interface SignInRule {
  enterpriseId: string
  rowVersion: Generated<number>
  secondFactorRequired: boolean
}

export interface Signature {
  comment: Generated<string>
  content: string
  digest: Buffer
  digestAlgorithm: Generated<string>
  enterpriseId: string
  id: Generated<string>
  meaning: string
  method: Generated<string>
  recordId: string
  recordTable: string
  signedAt: Generated<string>
  signerId: string
  signerName: string
}

export interface SpreadsheetImport {
  digest: string
  enterpriseId: string
  id: Generated<string>
  importedAt: Generated<string>
  importedBy: string
  name: string
  rows: number
  subject: string
}

export interface StabilityLot {
  enterpriseId: string
  id: Generated<string>
  lotId: string
  planId: string
  putOnAt: string
  putOnBy: string
  takeOffReason: string | null
  takenOffAt: string | null
  takenOffBy: string | null
  takenOffSecondBy: string | null
}

export interface StabilityPlan {
  approvedAt: string | null
  approvedBy: string | null
  endReason: string | null
  endedAt: string | null
  endedBy: string | null
  endedSecondBy: string | null
  enterpriseId: string
  id: Generated<string>
  items: string[]
  months: number[]
  packsPerPoint: number
  planNo: string
  productId: string
  remark: Generated<string>
  rowVersion: Generated<number>
  state: Stored['stabilityPlan']['state']
  storageCondition: Stored['stabilityPlan']['storageCondition']
  version: number
  windowDays: number
  writtenAt: string
  writtenBy: string
}

export interface StabilityPoint {
  closesOn: string
  enterpriseId: string
  id: Generated<string>
  inspectionId: string | null
  items: string[] | null
  lotId: string
  missReason: string | null
  missedAt: string | null
  missedBy: string | null
  month: number
  opensOn: string
  stabilityLotId: string
  state: Stored['stabilityPoint']['state']
  testOn: string
}

export interface Standard {
  createdAt: Generated<string>
  customerId: string | null
  enterpriseId: string
  id: Generated<string>
  initials: Generated<string>
  kind: string
  materialId: string | null
  name: string
  productId: string | null
}

export interface StandardItem {
  deviationLimit: string | null
  dryBasis: Generated<boolean>
  enterpriseId: string
  formula: Generated<Stored['standardItem']['formula']>
  high: string | null
  id: Generated<string>
  internalHigh: string | null
  internalLow: string | null
  isMandatory: Generated<boolean>
  itemGroup: Stored['standardItem']['itemGroup']
  line: number
  low: string | null
  method: Generated<string>
  name: string
  operator: Stored['standardItem']['operator']
  outsourcedAllowed: Generated<boolean>
  parallels: Generated<number>
  plausibleHigh: string | null
  plausibleLow: string | null
  quotedAllowed: Generated<boolean>
  specText: string
  standardVersionId: string
  unit: Generated<string>
  words: Generated<string[]>
}

export interface StandardVersion {
  approvedAt: string | null
  approvedBy: string | null
  content: ColumnType<unknown, string | null | undefined, string | null>
  createdAt: Generated<string>
  edition: string
  effectiveFrom: string
  effectiveTo: string | null
  enterpriseId: string
  id: Generated<string>
  remark: Generated<string>
  rowVersion: Generated<number>
  sentBackReason: Generated<string>
  standardId: string
  state: Generated<Stored['standardVersion']['state']>
  typedAccepted: boolean | null
  typedItems: Generated<string[]>
  version: number
  withdrawalApprovedBy: string | null
  withdrawalReason: string | null
  withdrawnAt: string | null
  withdrawnBy: string | null
  writtenAt: string | null
  writtenBy: string | null
}

export interface StepEquipment {
  enterpriseId: string
  stepId: string
  word: string
}

export interface StepLimit {
  enterpriseId: string
  hours: number | null
  id: Generated<string>
  life: string
  rowVersion: Generated<number>
  state: string
}

export interface StockBalance {
  enterpriseId: string
  isReal: boolean
  lotId: string
  placeId: string
  quantity: string
}

export interface StockEntry {
  byId: string
  documentId: string
  documentKind: string
  documentNo: string
  enterpriseId: string
  fromPlaceId: string
  id: GeneratedAlways<number>
  kind: Stored['stockEntry']['kind']
  lotId: string
  occurredAt: string
  quantity: string
  reason: Generated<string>
  recordedAt: Generated<string>
  reverses: number | null
  toPlaceId: string
}

export interface StockLedger {
  brought: Generated<string>
  checkedBy: string
  closing: Generated<string>
  enterpriseId: string
  entries: ColumnType<unknown, string | undefined, string>
  goodsClass: Stored['stockLedger']['goodsClass']
  id: Generated<string>
  ledgerNo: string
  lines: ColumnType<unknown, string | undefined, string>
  month: string
  opening: Generated<string>
  reason: Generated<string>
  signedAt: string
  signedBy: string
  taken: Generated<string>
  version: number
}

export interface StockTransfer {
  checkedBy: string | null
  enterpriseId: string
  fromPlaceId: string
  id: Generated<string>
  lotId: string
  movedAt: Generated<string>
  movedBy: string
  quantity: string
  reason: string
  toPlaceId: string
  transferNo: string
}

export interface Stocktake {
  approverId: string | null
  cancelReason: string | null
  cancelledAt: string | null
  cancelledBy: string | null
  countNo: string
  enterpriseId: string
  id: Generated<string>
  plannedAt: string
  plannedBy: string
  rowVersion: Generated<number>
  scope: Stored['stocktake']['scope']
  settledAt: string | null
  settledBy: string | null
  state: Stored['stocktake']['state']
  subject: string
}

export interface StocktakeCode {
  enterpriseId: string
  firstIndex: number
  lastIndex: number
  rangeId: string
  tallyId: string
}

export interface StocktakeDecision {
  approvedBy: string
  cause: Stored['stocktakeDecision']['cause']
  decidedAt: string
  decidedBy: string
  enterpriseId: string
  id: Generated<string>
  lineId: string
  note: string
  remedy: Stored['stocktakeDecision']['remedy']
  round: number
}

export interface StocktakeLine {
  cause: Stored['stocktakeLine']['cause'] | null
  difference: string | null
  enterpriseId: string
  holdId: string | null
  id: Generated<string>
  lotId: string
  note: string | null
  packsApart: number | null
  placeId: string
  state: Stored['stocktakeLine']['state']
  stocktakeId: string
}

export interface StocktakeTally {
  book: string
  counted: string
  countedAt: string
  countedBy: string
  enterpriseId: string
  id: Generated<string>
  lineId: string
  round: number
  secondId: string | null
}

export interface StoredFile {
  digest: string
  enterpriseId: string
  isUsed: Generated<boolean>
  mediaType: string
  size: number
  storedAt: Generated<string>
}

export interface Supplier {
  address: Generated<string>
  auditedOn: string | null
  categories: Stored['supplier']['categories'][]
  code: string
  contact: Generated<string>
  createdAt: Generated<string>
  createdBy: string | null
  creditCode: string | null
  enterpriseId: string
  id: Generated<string>
  initials: Generated<string>
  kind: string
  latitude: string | null
  legalPerson: Generated<string>
  longitude: string | null
  name: string
  phone: Generated<string>
  province: Generated<string>
  qualifiedAt: string | null
  qualifiedBy: string | null
  remark: Generated<string>
  rowVersion: Generated<number>
  state: Generated<Stored['supplier']['state']>
  stateReason: Generated<string>
  validUntil: string | null
}

export interface SupplierAudit {
  auditedOn: string
  auditors: string
  correctiveActions: Generated<string>
  enterpriseId: string
  findings: Generated<string>
  id: Generated<string>
  kind: Stored['supplierAudit']['kind']
  recordedAt: Generated<string>
  recordedBy: string
  result: Stored['supplierAudit']['result']
  supplierId: string
  validUntil: string | null
}

export interface SupplierMaterial {
  city: Generated<string>
  county: Generated<string>
  enterpriseId: string
  id: Generated<string>
  materialId: string
  province: Generated<string>
  supplierId: string
}

export interface SupplierNumber {
  enterpriseId: string
  number: string
  paper: Stored['supplierNumber']['paper']
  recordId: string
  supplierId: string
}

export interface SupplierNumbers {
  enterpriseId: string | null
  number: string | null
  paper: string | null
  recordId: string | null
  supplierId: string | null
}

export interface SupplierReturn {
  backAt: string | null
  backBy: string | null
  backCheckedBy: string | null
  backPlaceId: string | null
  backReason: string | null
  backWeight: string | null
  carrier: string | null
  checkedBy: string | null
  confirmationNo: string | null
  confirmedAt: string | null
  confirmedBy: string | null
  confirmedOn: string | null
  confirmedPerson: string | null
  confirmedQuantity: string | null
  decidedAt: string | null
  decidedBy: string | null
  differenceReason: string | null
  endReason: string | null
  endedAt: string | null
  endedBy: string | null
  enterpriseId: string
  id: Generated<string>
  lotId: string
  missing: string | null
  opinion: string | null
  placeId: string
  proposedAt: string
  proposedBy: string
  quantity: string
  reason: string
  returnNo: string
  rowVersion: Generated<number>
  sentAt: string | null
  sentBy: string | null
  state: Stored['supplierReturn']['state']
  supplierId: string
  unconfirmReason: string | null
  unconfirmedAt: string | null
  unconfirmedBy: string | null
  weighed: string | null
}

export interface SupplierScopeChange {
  added: ColumnType<Stored['supplierScopeChange']['added'], string, string>
  approvedBy: string | null
  changedAt: Generated<string>
  changedBy: string
  enterpriseId: string
  id: Generated<string>
  reason: string
  rowVersion: Generated<number>
  supplierId: string
}

export interface SupplierStop {
  cause: Stored['supplierStop']['cause']
  conclusion: string | null
  endedAs: Stored['supplierStop']['endedAs'] | null
  endedAt: string | null
  endedBy: string | null
  enterpriseId: string
  id: Generated<string>
  placedAt: Generated<string>
  placedBy: string
  reason: string
  rowVersion: Generated<number>
  supplierId: string
}

export interface TestRecord {
  analystIds: string[]
  enterpriseId: string
  id: Generated<string>
  inspectionId: string
  results: ColumnType<unknown, string, string>
  returnReason: string | null
  returnedAt: string | null
  returnedBy: string | null
  reviewedAt: string | null
  reviewedBy: string | null
  revision: number
  rowVersion: Generated<number>
  state: Generated<Stored['testRecord']['state']>
  submittedAt: Generated<string>
  submittedBy: string
  verdict: Stored['testRecord']['verdict']
}

export interface TestResult {
  caseId: string | null
  correction: Generated<string>
  deviation: string | null
  enteredAt: Generated<string>
  enteredBy: string
  enterpriseId: string
  formula: Stored['testResult']['formula'] | null
  formulaVersion: number | null
  id: Generated<string>
  individual: Generated<string[]>
  inspectionId: string
  instrument: Generated<string>
  laboratory: Generated<string>
  mean: string | null
  moistureResultId: string | null
  nearLimit: boolean
  outOfTrend: boolean
  part: Generated<Stored['testResult']['part']>
  raw: ColumnType<Stored['testResult']['raw'] | null, string | null | undefined, string | null>
  reason: string
  referenceNo: Generated<string>
  revision: number
  source: Stored['testResult']['source']
  standardItemId: string
  verdict: Stored['testResult']['verdict']
  words: Generated<string>
}

export interface Throttle {
  hits: Generated<number>
  key: string
  windowStartedAt: Generated<string>
}

export interface TraceEvent {
  byId: string
  documentNo: Generated<string>
  enterpriseId: string
  id: Generated<string>
  kind: Stored['traceEvent']['kind']
  lotId: string
  occurredAt: string
  place: Generated<string>
  privateFacts: ColumnType<unknown, string | undefined, string>
  publicFacts: ColumnType<unknown, string | undefined, string>
  recordedAt: Generated<string>
}

export interface Training {
  changeId: string | null
  classHours: string
  course: string
  enterpriseId: string
  heldOn: string
  id: Generated<string>
  kind: Generated<string>
  personId: string
  recordedAt: string
  recordedBy: string
  remark: Generated<string>
  result: Stored['training']['result']
  rowVersion: Generated<number>
  trainer: string
  validUntil: string | null
  voidReason: string | null
  voidedAt: string | null
  voidedBy: string | null
}

export interface TrainingRule {
  approvedBy: string
  changedAt: string
  changedBy: string
  enterpriseId: string
  id: Generated<string>
  kind: string
  months: number | null
  reason: string
  serial: number
}

export interface Waiting {
  about: string
  due: string | null
  ends: string | null
  enterpriseId: string
  id: string
  life: string
  since: string
  standing: ColumnType<unknown, string | null | undefined, string | null>
  state: string
}

export interface Waits {
  about: string | null
  ends: string | null
  enterpriseId: string | null
  id: string | null
  life: string | null
  since: string | null
  standing: ColumnType<unknown, string | null | undefined, string | null>
  state: string | null
}

export interface WaitsAuthorisation {
  about: string | null
  ends: string | null
  enterpriseId: string | null
  id: string | null
  life: string | null
  since: string | null
  standing: ColumnType<unknown, string | null | undefined, string | null>
  state: string | null
}

export interface WaitsBatch {
  about: string | null
  ends: string | null
  enterpriseId: string | null
  id: string | null
  life: string | null
  since: string | null
  standing: ColumnType<unknown, string | null | undefined, string | null>
  state: string | null
}

export interface WaitsBoughtLot {
  about: string | null
  ends: string | null
  enterpriseId: string | null
  id: string | null
  life: string | null
  since: string | null
  standing: ColumnType<unknown, string | null | undefined, string | null>
  state: string | null
}

export interface WaitsCare {
  about: string | null
  ends: string | null
  enterpriseId: string | null
  id: string | null
  life: string | null
  since: string | null
  standing: ColumnType<unknown, string | null | undefined, string | null>
  state: string | null
}

export interface WaitsCarrierClaim {
  about: string | null
  ends: string | null
  enterpriseId: string | null
  id: string | null
  life: string | null
  since: string | null
  standing: ColumnType<unknown, string | null | undefined, string | null>
  state: string | null
}

export interface WaitsChange {
  about: string | null
  ends: string | null
  enterpriseId: string | null
  id: string | null
  life: string | null
  since: string | null
  standing: ColumnType<unknown, string | null | undefined, string | null>
  state: string | null
}

export interface WaitsClimatePoint {
  about: string | null
  ends: string | null
  enterpriseId: string | null
  id: string | null
  life: string | null
  since: string | null
  standing: ColumnType<unknown, string | null | undefined, string | null>
  state: string | null
}

export interface WaitsCorrection {
  about: string | null
  ends: string | null
  enterpriseId: string | null
  id: string | null
  life: string | null
  since: string | null
  standing: ColumnType<unknown, string | null | undefined, string | null>
  state: string | null
}

export interface WaitsCustomerReturn {
  about: string | null
  ends: string | null
  enterpriseId: string | null
  id: string | null
  life: string | null
  since: string | null
  standing: ColumnType<unknown, string | null | undefined, string | null>
  state: string | null
}

export interface WaitsDeputy {
  about: string | null
  ends: string | null
  enterpriseId: string | null
  id: string | null
  life: string | null
  since: string | null
  standing: ColumnType<unknown, string | null | undefined, string | null>
  state: string | null
}

export interface WaitsDiscrepancy {
  about: string | null
  ends: string | null
  enterpriseId: string | null
  id: string | null
  life: string | null
  since: string | null
  standing: ColumnType<unknown, string | null | undefined, string | null>
  state: string | null
}

export interface WaitsDisposal {
  about: string | null
  ends: string | null
  enterpriseId: string | null
  id: string | null
  life: string | null
  since: string | null
  standing: ColumnType<unknown, string | null | undefined, string | null>
  state: string | null
}

export interface WaitsImpact {
  about: string | null
  ends: string | null
  enterpriseId: string | null
  id: string | null
  life: string | null
  since: string | null
  standing: ColumnType<unknown, string | null | undefined, string | null>
  state: string | null
}

export interface WaitsIncident {
  about: string | null
  ends: string | null
  enterpriseId: string | null
  id: string | null
  life: string | null
  since: string | null
  standing: ColumnType<unknown, string | null | undefined, string | null>
  state: string | null
}

export interface WaitsInspection {
  about: string | null
  ends: string | null
  enterpriseId: string | null
  id: string | null
  life: string | null
  since: string | null
  standing: ColumnType<unknown, string | null | undefined, string | null>
  state: string | null
}

export interface WaitsOos {
  about: string | null
  ends: string | null
  enterpriseId: string | null
  id: string | null
  life: string | null
  since: string | null
  standing: ColumnType<unknown, string | null | undefined, string | null>
  state: string | null
}

export interface WaitsPackLot {
  about: string | null
  ends: string | null
  enterpriseId: string | null
  id: string | null
  life: string | null
  since: string | null
  standing: ColumnType<unknown, string | null | undefined, string | null>
  state: string | null
}

export interface WaitsPackaging {
  about: string | null
  ends: string | null
  enterpriseId: string | null
  id: string | null
  life: string | null
  since: string | null
  standing: ColumnType<unknown, string | null | undefined, string | null>
  state: string | null
}

export interface WaitsProcess {
  about: string | null
  ends: string | null
  enterpriseId: string | null
  id: string | null
  life: string | null
  since: string | null
  standing: ColumnType<unknown, string | null | undefined, string | null>
  state: string | null
}

export interface WaitsProduction {
  about: string | null
  ends: string | null
  enterpriseId: string | null
  id: string | null
  life: string | null
  since: string | null
  standing: ColumnType<unknown, string | null | undefined, string | null>
  state: string | null
}

export interface WaitsProposal {
  about: string | null
  ends: string | null
  enterpriseId: string | null
  id: string | null
  life: string | null
  since: string | null
  standing: ColumnType<unknown, string | null | undefined, string | null>
  state: string | null
}

export interface WaitsPurchase {
  about: string | null
  ends: string | null
  enterpriseId: string | null
  id: string | null
  life: string | null
  since: string | null
  standing: ColumnType<unknown, string | null | undefined, string | null>
  state: string | null
}

export interface WaitsRecall {
  about: string | null
  ends: string | null
  enterpriseId: string | null
  id: string | null
  life: string | null
  since: string | null
  standing: ColumnType<unknown, string | null | undefined, string | null>
  state: string | null
}

export interface WaitsRegistration {
  about: string | null
  ends: string | null
  enterpriseId: string | null
  id: string | null
  life: string | null
  since: string | null
  standing: ColumnType<unknown, string | null | undefined, string | null>
  state: string | null
}

export interface WaitsRightsDue {
  about: string | null
  ends: string | null
  enterpriseId: string | null
  id: string | null
  life: string | null
  since: string | null
  standing: ColumnType<unknown, string | null | undefined, string | null>
  state: string | null
}

export interface WaitsRightsReview {
  about: string | null
  ends: string | null
  enterpriseId: string | null
  id: string | null
  life: string | null
  since: string | null
  standing: ColumnType<unknown, string | null | undefined, string | null>
  state: string | null
}

export interface WaitsSale {
  about: string | null
  ends: string | null
  enterpriseId: string | null
  id: string | null
  life: string | null
  since: string | null
  standing: ColumnType<unknown, string | null | undefined, string | null>
  state: string | null
}

export interface WaitsSample {
  about: string | null
  ends: string | null
  enterpriseId: string | null
  id: string | null
  life: string | null
  since: string | null
  standing: ColumnType<unknown, string | null | undefined, string | null>
  state: string | null
}

export interface WaitsSecret {
  about: string | null
  ends: string | null
  enterpriseId: string | null
  id: string | null
  life: string | null
  since: string | null
  standing: ColumnType<unknown, string | null | undefined, string | null>
  state: string | null
}

export interface WaitsStabilityPlan {
  about: string | null
  ends: string | null
  enterpriseId: string | null
  id: string | null
  life: string | null
  since: string | null
  standing: ColumnType<unknown, string | null | undefined, string | null>
  state: string | null
}

export interface WaitsStabilityPoint {
  about: string | null
  ends: string | null
  enterpriseId: string | null
  id: string | null
  life: string | null
  since: string | null
  standing: ColumnType<unknown, string | null | undefined, string | null>
  state: string | null
}

export interface WaitsStandard {
  about: string | null
  ends: string | null
  enterpriseId: string | null
  id: string | null
  life: string | null
  since: string | null
  standing: ColumnType<unknown, string | null | undefined, string | null>
  state: string | null
}

export interface WaitsStocktake {
  about: string | null
  ends: string | null
  enterpriseId: string | null
  id: string | null
  life: string | null
  since: string | null
  standing: ColumnType<unknown, string | null | undefined, string | null>
  state: string | null
}

export interface WaitsSupplier {
  about: string | null
  ends: string | null
  enterpriseId: string | null
  id: string | null
  life: string | null
  since: string | null
  standing: ColumnType<unknown, string | null | undefined, string | null>
  state: string | null
}

export interface WaitsSupplierReturn {
  about: string | null
  ends: string | null
  enterpriseId: string | null
  id: string | null
  life: string | null
  since: string | null
  standing: ColumnType<unknown, string | null | undefined, string | null>
  state: string | null
}

export interface Witness {
  at: Generated<string>
  columns: string[]
  digest: Buffer | null
  enterpriseId: string
  id: GeneratedAlways<number>
  op: Stored['witness']['op']
  rowKey: string
  tableName: string
  writtenBy: Generated<string>
}

export interface Schema {
  account: Account
  accountRole: AccountRole
  apiToken: ApiToken
  apiTokenKey: ApiTokenKey
  asset: Asset
  assetBreakdown: AssetBreakdown
  assetChange: AssetChange
  assetService: AssetService
  assetServiceVoid: AssetServiceVoid
  assetUse: AssetUse
  attachment: Attachment
  attachmentVoid: AttachmentVoid
  audit: Audit
  auditEntry: AuditEntry
  auditHead: AuditHead
  auditLink: AuditLink
  authorisation: Authorisation
  authorisationRuleChange: AuthorisationRuleChange
  authorityLock: AuthorityLock
  avatar: Avatar
  boxChange: BoxChange
  boxChangePack: BoxChangePack
  boxContent: BoxContent
  bulkLot: BulkLot
  calibration: Calibration
  careLine: CareLine
  carePlan: CarePlan
  careRecord: CareRecord
  careVoid: CareVoid
  carrierClaim: CarrierClaim
  changeRequest: ChangeRequest
  claimOutcome: ClaimOutcome
  clearance: Clearance
  clearanceAsset: ClearanceAsset
  climateExposure: ClimateExposure
  climateLimit: ClimateLimit
  climatePoint: ClimatePoint
  climateReading: ClimateReading
  climateVoid: ClimateVoid
  codeCounter: CodeCounter
  codeEvent: CodeEvent
  codeLock: CodeLock
  codeLockRun: CodeLockRun
  codeRange: CodeRange
  codeReplacement: CodeReplacement
  codeScan: CodeScan
  codeScanTotal: CodeScanTotal
  codeSpan: CodeSpan
  codeVoid: CodeVoid
  correction: Correction
  correctionChange: CorrectionChange
  countTolerance: CountTolerance
  custodyEntry: CustodyEntry
  customer: Customer
  customerAddress: CustomerAddress
  customerReturn: CustomerReturn
  customerVerdict: CustomerVerdict
  definitionSet: DefinitionSet
  deputy: Deputy
  dictionaryItem: DictionaryItem
  disposalCase: DisposalCase
  disposalCode: DisposalCode
  disposalLine: DisposalLine
  enterprise: Enterprise
  expiryAlert: ExpiryAlert
  fileUpload: FileUpload
  foundingEnd: FoundingEnd
  goodsName: GoodsName
  hold: Hold
  idempotentAnswer: IdempotentAnswer
  impactLot: ImpactLot
  incident: Incident
  incidentLot: IncidentLot
  incidentMeasure: IncidentMeasure
  incidentStep: IncidentStep
  inspection: Inspection
  inspectionStandard: InspectionStandard
  instrument: Instrument
  instrumentChange: InstrumentChange
  labelPrint: LabelPrint
  labelRun: LabelRun
  letterhead: Letterhead
  licence: Licence
  logSeal: LogSeal
  logSealHead: LogSealHead
  lot: Lot
  lotAtHand: LotAtHand
  lotDocument: LotDocument
  lotEdge: LotEdge
  lotMonth: LotMonth
  lotMonths: LotMonths
  lotReservation: LotReservation
  lotsAtHand: LotsAtHand
  madeLot: MadeLot
  mail: Mail
  mailLink: MailLink
  maintenancePlan: MaintenancePlan
  material: Material
  migration: Migration
  monthTally: MonthTally
  months: Months
  notification: Notification
  numberCounter: NumberCounter
  numberedDocument: NumberedDocument
  numberingRule: NumberingRule
  oosCase: OosCase
  outsideLaboratory: OutsideLaboratory
  packAcceptance: PackAcceptance
  packLot: PackLot
  packMaterialEntry: PackMaterialEntry
  packRelease: PackRelease
  packRetention: PackRetention
  packSpec: PackSpec
  packSpecMaterial: PackSpecMaterial
  packagingOrder: PackagingOrder
  packagingOrderMaterial: PackagingOrderMaterial
  packagingRecord: PackagingRecord
  packsByCodes: PacksByCodes
  packsInHouse: PacksInHouse
  paperForm: PaperForm
  paperPrint: PaperPrint
  picking: Picking
  pickingCode: PickingCode
  place: Place
  processAuxiliary: ProcessAuxiliary
  processCoProduct: ProcessCoProduct
  processStep: ProcessStep
  processVersion: ProcessVersion
  processingMethod: ProcessingMethod
  product: Product
  productionCoProduct: ProductionCoProduct
  productionDeviation: ProductionDeviation
  productionEnding: ProductionEnding
  productionInput: ProductionInput
  productionIssue: ProductionIssue
  productionOrder: ProductionOrder
  productionPart: ProductionPart
  productionPause: ProductionPause
  productionReturn: ProductionReturn
  productionStep: ProductionStep
  purchaseApproval: PurchaseApproval
  purchaseLine: PurchaseLine
  purchaseOrder: PurchaseOrder
  purchaseRule: PurchaseRule
  purchaseRuleChange: PurchaseRuleChange
  qualityCase: QualityCase
  rawLot: RawLot
  reagentDraw: ReagentDraw
  reagentLot: ReagentLot
  recallCase: RecallCase
  recallCustomer: RecallCustomer
  recallLine: RecallLine
  recallLot: RecallLot
  recallRecovery: RecallRecovery
  recallReminder: RecallReminder
  recallReport: RecallReport
  recallReportInForce: RecallReportInForce
  recallWord: RecallWord
  recallWords: RecallWords
  receipt: Receipt
  receiptDiscrepancy: ReceiptDiscrepancy
  recordReturn: RecordReturn
  refusedDelivery: RefusedDelivery
  registration: Registration
  regulatorLock: RegulatorLock
  releaseDecision: ReleaseDecision
  repackCode: RepackCode
  report: Report
  resultCommission: ResultCommission
  resultEnvironment: ResultEnvironment
  resultMeans: ResultMeans
  returnCode: ReturnCode
  returnDecision: ReturnDecision
  returnInspection: ReturnInspection
  returnItem: ReturnItem
  returnLine: ReturnLine
  returnReceipt: ReturnReceipt
  rightsProposal: RightsProposal
  rightsReview: RightsReview
  rightsReviewLine: RightsReviewLine
  role: Role
  roleRight: RoleRight
  salesAllocation: SalesAllocation
  salesLine: SalesLine
  salesOrder: SalesOrder
  sample: Sample
  sampleEvent: SampleEvent
  sampling: Sampling
  secondFactor: SecondFactor
  secretConfirmation: SecretConfirmation
  securityLog: SecurityLog
  session: Session
  shipment: Shipment
  shipmentCustody: ShipmentCustody
  shipmentLine: ShipmentLine
  signInRule: SignInRule
  signature: Signature
  spreadsheetImport: SpreadsheetImport
  stabilityLot: StabilityLot
  stabilityPlan: StabilityPlan
  stabilityPoint: StabilityPoint
  standard: Standard
  standardItem: StandardItem
  standardVersion: StandardVersion
  stepEquipment: StepEquipment
  stepLimit: StepLimit
  stockBalance: StockBalance
  stockEntry: StockEntry
  stockLedger: StockLedger
  stockTransfer: StockTransfer
  stocktake: Stocktake
  stocktakeCode: StocktakeCode
  stocktakeDecision: StocktakeDecision
  stocktakeLine: StocktakeLine
  stocktakeTally: StocktakeTally
  storedFile: StoredFile
  supplier: Supplier
  supplierAudit: SupplierAudit
  supplierMaterial: SupplierMaterial
  supplierNumber: SupplierNumber
  supplierNumbers: SupplierNumbers
  supplierReturn: SupplierReturn
  supplierScopeChange: SupplierScopeChange
  supplierStop: SupplierStop
  testRecord: TestRecord
  testResult: TestResult
  throttle: Throttle
  traceEvent: TraceEvent
  training: Training
  trainingRule: TrainingRule
  waiting: Waiting
  waits: Waits
  waitsAuthorisation: WaitsAuthorisation
  waitsBatch: WaitsBatch
  waitsBoughtLot: WaitsBoughtLot
  waitsCare: WaitsCare
  waitsCarrierClaim: WaitsCarrierClaim
  waitsChange: WaitsChange
  waitsClimatePoint: WaitsClimatePoint
  waitsCorrection: WaitsCorrection
  waitsCustomerReturn: WaitsCustomerReturn
  waitsDeputy: WaitsDeputy
  waitsDiscrepancy: WaitsDiscrepancy
  waitsDisposal: WaitsDisposal
  waitsImpact: WaitsImpact
  waitsIncident: WaitsIncident
  waitsInspection: WaitsInspection
  waitsOos: WaitsOos
  waitsPackLot: WaitsPackLot
  waitsPackaging: WaitsPackaging
  waitsProcess: WaitsProcess
  waitsProduction: WaitsProduction
  waitsProposal: WaitsProposal
  waitsPurchase: WaitsPurchase
  waitsRecall: WaitsRecall
  waitsRegistration: WaitsRegistration
  waitsRightsDue: WaitsRightsDue
  waitsRightsReview: WaitsRightsReview
  waitsSale: WaitsSale
  waitsSample: WaitsSample
  waitsSecret: WaitsSecret
  waitsStabilityPlan: WaitsStabilityPlan
  waitsStabilityPoint: WaitsStabilityPoint
  waitsStandard: WaitsStandard
  waitsStocktake: WaitsStocktake
  waitsSupplier: WaitsSupplier
  waitsSupplierReturn: WaitsSupplierReturn
  witness: Witness
}
