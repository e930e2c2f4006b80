import { z } from 'zod'
import type { StateLook } from '#contract/kernel/state-look.ts'

/** 样品类型. */
export const sampleKinds = { test: '检验样', recheck: '复核样', retention: '留样' } as const
export const sampleKind = z.enum(['test', 'recheck', 'retention'])
export const sampleState = z.enum(
  ['collected', 'received', 'in_test', 'tested', 'retained', 'insufficient', 'lost', 'returned', 'scrapped', 'disposed'],
  '没有这种状态',
)
export type SampleState = z.infer<typeof sampleState>

/** What a state of a sample is called; `contract/laboratory/sample.ts` has its life. */
export const sampleStates: Record<SampleState, StateLook> = {
  collected: { label: '待接收', tone: 'active' },
  received: { label: '已接收', tone: 'neutral' },
  in_test: { label: '检验中', tone: 'waiting' },
  tested: { label: '已检验', tone: 'neutral' },
  retained: { label: '留样中', tone: 'neutral' },
  insufficient: { label: '样品不足', tone: 'warning' },
  lost: { label: '已丢失', tone: 'bad' },
  returned: { label: '已退回批次', tone: 'neutral' },
  scrapped: { label: '已报废', tone: 'neutral' },
  disposed: { label: '已处置', tone: 'neutral' },
}

/** 取样方法. */
export const samplingMethods = ['采样器', '手取', '剪取'] as const
