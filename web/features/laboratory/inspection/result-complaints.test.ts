import { deepEqual } from 'node:assert/strict'
import { test } from 'node:test'
import { refusals } from '#contract/kernel/refusals.ts'
import { CallError } from '#web/lib/call.ts'
import { complaintsOf } from './result-complaints.ts'

test('what the server says of a line stands with the item of that line, once, and at the field it names', () => {
  const error = new CallError('invalid_input', refusals.invalid_input, [
    { path: 'results.1.correction', message: '请填写更正水分结果的原因' },
    { path: 'results.1.correction', message: '请填写更正水分结果的原因' },
    { path: 'results.0.individual', message: '请填写数值或文字结果，二者选一' },
    { path: 'id', message: '没有这张请验单' },
  ])
  const { atItems, others } = complaintsOf(error, ['ash', 'water'])
  deepEqual(
    [...atItems],
    [
      ['water', [{ field: 'correction', message: '请填写更正水分结果的原因' }]],
      ['ash', [{ field: 'results', message: '请填写数值或文字结果，二者选一' }]],
    ],
  )
  deepEqual(others, [{ path: 'id', message: '没有这张请验单' }])
})

test('a refusal that says what to do says it beside the item, before what is wrong with it', () => {
  const error = new CallError('result_kept', refusals.result_kept, [{ path: 'results.0', message: '水分：结果已随OOS固定' }])
  deepEqual(
    [...complaintsOf(error, ['water']).atItems],
    [
      [
        'water',
        [
          { field: 'results', message: refusals.result_kept },
          { field: 'results', message: '水分：结果已随OOS固定' },
        ],
      ],
    ],
  )
})

test('what names no line belongs to none, and nothing wrong says nothing', () => {
  deepEqual([...complaintsOf(new CallError('wrong_state', refusals.wrong_state), ['water']).atItems], [])
  deepEqual(complaintsOf(null, []).others, [])
})
