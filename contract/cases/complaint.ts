/** What a stranger is told on the public pages of a complaint, and nothing beyond it. */
type ComplaintEnterprise = { name: string; phone: string; isDemo: boolean }

/** The form behind a scanned code; `fault` says why it was not taken, with what had been typed. */
export type ComplaintForm = {
  code: string
  product: { name: string; lotNo: string } | null
  enterprise: ComplaintEnterprise
  fault: string | null
  text: string
  contact: string
}

/** Where a complaint stands, for whoever has its link. */
export const complaintStandings = { received: '已收到', looked_into: '调查中', answered: '已答复' } as const
export type ComplaintStanding = keyof typeof complaintStandings

export type ComplaintAnswer = {
  caseNo: string
  openedAt: string
  product: { name: string; lotNo: string } | null
  standing: ComplaintStanding
  answer: string | null
  answeredAt: string | null
  enterprise: ComplaintEnterprise
}

/** A page of the complaint: its form, its answer, or why there is neither. */
export type ComplaintView = { form: ComplaintForm } | { told: ComplaintAnswer } | 'unknown' | 'too_many' | 'too_large'

/** The longest that a stranger writes, and the largest picture they send, bytes. */
export const longestComplaint = 500
export const largestPicture = 8 * 1024 * 1024
