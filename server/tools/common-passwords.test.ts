import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { isCommonPassword } from './common-passwords.ts'

test('the list has more than ten thousand passwords, and every one of them is refused', () => {
  const file = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
  const passwords = file
    .slice(file.indexOf('\n\n') + 2)
    .trimEnd()
    .split('\n')
  assert.ok(passwords.length >= 10_000, `${passwords.length}`)
  assert.equal(new Set(passwords).size, passwords.length)
  for (const password of passwords) assert.ok(isCommonPassword(password), password)
})

test('what Chinese leaks are made of is refused', () => {
  const common = [
    'woaini1314', 'woaini520', 'woaini5201314', '5201314520', 'a123456789', 'qq123456789', 'aa123456789', 'zhang19900101', 'zhangwei123456', 'wangxiaoming1988',
    'lixiaolong888', '13812345678', '110101199003072316', '19900307', 'zxm19900307', '19900307zxm', 'nihao123456', 'wodemima123', 'zhongguo2026', '1qaz2wsx3edc', '1QAZ@WSX3edc',
    'qwertyuiop', '1q2w3e4r5t', 'zaq12wsxcde3', '147258369147', 'qweasdzxc123', 'mimamima123', 'Admin@123456', 'admin888888', 'caonima123456', 'zhongyao2026', 'poiuytrewq',
  ] // prettier-ignore
  for (const password of common) assert.ok(isCommonPassword(password), password)
})

test('dressing a common word up does not help', () => {
  const dressed = [
    'P@ssw0rd2026!',
    'Password123!',
    'PASSWORD@2024',
    '2024password',
    'Dr4gon!!1990',
    '!!!iloveyou!!!',
    'Ｐａｓｓｗｏｒｄ１２３',
    'pass word 123',
    'Welcome#2025',
    'Monkey_888888',
  ]
  for (const password of dressed) assert.ok(isCommonPassword(password), password)
})

test('one piece over and over and plain sequences are refused', () => {
  for (const password of [
    'aaaaaaaaaaaa',
    'abababababab',
    'abcabcabcabca',
    '1234512345',
    '0123456789',
    '9876543210',
    'abcdefghijkl',
    '啊啊啊啊啊啊啊啊啊啊',
    '',
  ])
    assert.ok(isCommonPassword(password), password)
})

test('a password with something of one’s own is accepted', () => {
  const own = [
    'Bencao@2026',
    'kuan-Tee7-morgen',
    'correct horse battery staple',
    '岷县的秋天真好看啊',
    'x7$Kq2mWz9pL',
    'lamp zebra ocean 47',
    'Gx-8214-tulip-Rr',
    '我家后院有三棵枣树',
    'tulpenbollenveld',
    '#~}]&(_%|;^,',
  ]
  for (const password of own) assert.ok(!isCommonPassword(password), password)
})

test('a long password is not taken for the common word it begins with', () => {
  assert.ok(!isCommonPassword(`${'zhangli'.repeat(18)}x$`))
})
