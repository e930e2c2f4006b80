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

export interface Avatar {
  accountId: string
  changedAt: Generated<string>
  digest: string
  enterpriseId: string
  image: Buffer
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
  proposedAt: Generated<string>
  proposedBy: string
  reason: string
  record: Stored['changeRequest']['record']
  recordId: string
  rowVersion: Generated<number>
  state: Generated<Stored['changeRequest']['state']>
  subject: string
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

export interface Customer {
  code: string
  createdAt: Generated<string>
  creditCode: string | null
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
  boxRangeId: string | null
  enterpriseId: string
  id: Generated<string>
  issuedAt: Generated<string>
  issuedBy: string
  packRangeId: string
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
}

export interface LotAtHand {
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

export interface LotReservation {
  documentId: string
  documentKind: string
  enterpriseId: string
  lotId: string
  quantity: string
}

export interface LotsAtHand {
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
  retestLimit: number | null
  retestMonths: Generated<number>
  retestNotice: Generated<number>
  rowVersion: Generated<number>
  species: Generated<string[]>
  storage: Generated<string>
  testAmount: string | null
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

export interface PackLot {
  boxes: number
  bulkLotId: string
  enterpriseId: string
  id: string
  packagingOrderId: string
  packs: number
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
  rowVersion: Generated<number>
  state: Generated<Stored['packagingOrder']['state']>
}

export interface PackagingRecord {
  balance: string
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
  labelsSampled: number
  labelsSpoiled: number
  labelsUsed: number
  loss: string
  lotId: string
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
  rowVersion: Generated<number>
  shelfLifeMonths: number
  storage: Generated<string>
  testAmount: string | null
}

export interface ProductionDeviation {
  enterpriseId: string
  finding: string
  foundAt: Generated<string>
  foundBy: string
  id: Generated<string>
  kind: Stored['productionDeviation']['kind']
  note: string
  orderId: string
  stepNo: number | null
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
  checkedBy: string | null
  enterpriseId: string
  id: Generated<string>
  issueNo: string
  issuedAt: string
  issuedBy: string
  orderId: string
  reason: Generated<string>
  restrictions: string | null
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
  rowVersion: Generated<number>
  shelfLifeMonths: number
  standardName: string
  standardVersionId: string
  state: Generated<Stored['productionOrder']['state']>
  terminationApprovedBy: string | null
  workshop: string
}

export interface ProductionStep {
  checkedBy: string | null
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
  standardVersionId: string
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
  observeOn: string | null
  quantity: string
  receivedAt: string | null
  receivedBy: string | null
  retainUntil: string | null
  sampleNo: string
  samplingId: string
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
  enterpriseId: string
  fieldNote: string
  humidity: string
  id: Generated<string>
  inspectionId: string
  method: string
  packageNumbers: number[]
  place: string
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
  version: number
  withdrawalApprovedBy: string | null
  withdrawalReason: string | null
  withdrawnAt: string | null
  withdrawnBy: string | null
  writtenAt: string | null
  writtenBy: string | null
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

export interface StockTransfer {
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
  attachment: Attachment
  attachmentVoid: AttachmentVoid
  audit: Audit
  auditEntry: AuditEntry
  auditHead: AuditHead
  auditLink: AuditLink
  avatar: Avatar
  boxContent: BoxContent
  bulkLot: BulkLot
  calibration: Calibration
  changeRequest: ChangeRequest
  codeCounter: CodeCounter
  codeEvent: CodeEvent
  codeRange: CodeRange
  codeScan: CodeScan
  codeScanTotal: CodeScanTotal
  codeSpan: CodeSpan
  codeVoid: CodeVoid
  correction: Correction
  correctionChange: CorrectionChange
  customer: Customer
  customerAddress: CustomerAddress
  customerVerdict: CustomerVerdict
  definitionSet: DefinitionSet
  dictionaryItem: DictionaryItem
  enterprise: Enterprise
  expiryAlert: ExpiryAlert
  fileUpload: FileUpload
  foundingEnd: FoundingEnd
  goodsName: GoodsName
  hold: Hold
  idempotentAnswer: IdempotentAnswer
  impactLot: ImpactLot
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
  lotReservation: LotReservation
  lotsAtHand: LotsAtHand
  mail: Mail
  mailLink: MailLink
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
  packLot: PackLot
  packRelease: PackRelease
  packSpec: PackSpec
  packagingOrder: PackagingOrder
  packagingRecord: PackagingRecord
  paperForm: PaperForm
  paperPrint: PaperPrint
  picking: Picking
  pickingCode: PickingCode
  place: Place
  processAuxiliary: ProcessAuxiliary
  processStep: ProcessStep
  processVersion: ProcessVersion
  processingMethod: ProcessingMethod
  product: Product
  productionDeviation: ProductionDeviation
  productionInput: ProductionInput
  productionIssue: ProductionIssue
  productionOrder: ProductionOrder
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
  receipt: Receipt
  refusedDelivery: RefusedDelivery
  registration: Registration
  releaseDecision: ReleaseDecision
  report: Report
  resultCommission: ResultCommission
  resultEnvironment: ResultEnvironment
  resultMeans: ResultMeans
  rightsProposal: RightsProposal
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
  shipmentLine: ShipmentLine
  signInRule: SignInRule
  signature: Signature
  spreadsheetImport: SpreadsheetImport
  standard: Standard
  standardItem: StandardItem
  standardVersion: StandardVersion
  stepLimit: StepLimit
  stockBalance: StockBalance
  stockEntry: StockEntry
  stockTransfer: StockTransfer
  storedFile: StoredFile
  supplier: Supplier
  supplierAudit: SupplierAudit
  supplierMaterial: SupplierMaterial
  supplierScopeChange: SupplierScopeChange
  supplierStop: SupplierStop
  testRecord: TestRecord
  testResult: TestResult
  throttle: Throttle
  traceEvent: TraceEvent
  waiting: Waiting
  waits: Waits
  waitsBatch: WaitsBatch
  waitsBoughtLot: WaitsBoughtLot
  waitsChange: WaitsChange
  waitsCorrection: WaitsCorrection
  waitsImpact: WaitsImpact
  waitsInspection: WaitsInspection
  waitsOos: WaitsOos
  waitsPackLot: WaitsPackLot
  waitsPackaging: WaitsPackaging
  waitsProcess: WaitsProcess
  waitsProduction: WaitsProduction
  waitsProposal: WaitsProposal
  waitsPurchase: WaitsPurchase
  waitsRegistration: WaitsRegistration
  waitsSale: WaitsSale
  waitsSample: WaitsSample
  waitsSecret: WaitsSecret
  waitsStandard: WaitsStandard
  waitsSupplier: WaitsSupplier
  witness: Witness
}
