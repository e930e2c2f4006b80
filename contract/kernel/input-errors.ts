import { z } from 'zod'

const kinds: Record<string, string> = {
  string: '文字',
  number: '数字',
  int: '整数',
  boolean: '是或否',
  array: '列表',
  object: '对象',
  null: '空',
}

// The message for a wrong input where its schema has no sentence of its own.
z.config({
  localeError(issue) {
    if (issue.code === 'invalid_type') return issue.input === undefined ? '请填写' : `应为${kinds[issue.expected] ?? '其它类型'}`
    if (issue.code === 'invalid_value') return issue.input === undefined ? '请选择' : '不是可选的值'
    if (issue.code === 'unrecognized_keys') return '没有这个字段'
    if (issue.code === 'invalid_union') return issue.input === undefined ? '请填写' : '内容不正确'
    if (issue.code === 'invalid_format') return '格式不正确'
    const unit = issue.origin === 'string' ? '个字' : issue.origin === 'array' || issue.origin === 'set' ? '项' : ''
    if (issue.code === 'too_small') return unit === '' ? `不能小于${issue.minimum}` : `至少${issue.minimum}${unit}`
    if (issue.code === 'too_big') return unit === '' ? `不能大于${issue.maximum}` : `最多${issue.maximum}${unit}`
    return '输入不正确'
  },
})
