import { readFileSync } from 'node:fs'
import { valueIn } from '#contract/kernel/certain.ts'

/**
 * Passwords an attacker tries first (safety A6; NIST SP 800-63B §5.1.1.2): a list from published leaks, and what Chinese
 * leaks are made of – pinyin words and names, love numbers, birthdays, telephone numbers, walks over the keyboard.
 */

// The file begins with where it comes from and its licence, then an empty line.
const file = readFileSync(new URL('common-passwords.txt', import.meta.url), 'utf8')
const listed = new Set(
  file
    .slice(file.indexOf('\n\n') + 2)
    .trimEnd()
    .split('\n'),
)

const pinyinWords = new Set(
  `woaini woaiwoziji woaiwojia woaiziji woaini1314 aini wobuaini woxiangni woxihuanni xihuanni woyaoni wozhiaini yongyuanaini aiwobie
  nihao nihaoma woshishui woshini woshiwo woshitiancai buzhidao wobuzhidao mima wodemima wangjimima wangjile xinmima denglu yonghu guanliyuan
  tianshi baobei baobao laopo laogong qinaide xiaobao xiaozhu zhutou dashen meinv shuaige mama baba jiejie gege didi meimei pengyou gongzhu wangzi
  zhongguo zhonghua beijing shanghai guangzhou shenzhen chengdu hangzhou nanjing wuhan chongqing tianjin hebei henan gansu anhui sichuan taiwan hongkong
  taobao zhifubao weixin weibo tengxun alibaba baidu jingdong wangyi huawei xiaomi dearbook xiazhili yuanshen wangzhe
  caonima caonimabi nimabi wocao shabi gundan fuckni kaixin kuaile xingfu pingan facai gongxifacai jixiang ruyi dajidali xinnian
  zhongyao zhongyaocai caoyao yaocai yinpian zhongyaoyinpian yaopin zhiliang suyuan jianyan cangku shengchan caigou danggui huangqi gancao renshen
  mimamima qwe asd zxc abc aaa test user root admin admin1 administrator manager guest system oracle postgres passw0rd qaz wsx pass pwd adm`.split(
    /\s+/,
  ),
)

const surnames =
  'wang|li|zhang|liu|chen|yang|zhao|huang|zhou|wu|xu|sun|hu|zhu|gao|lin|he|guo|ma|luo|liang|song|zheng|xie|han|tang|feng|yu|dong|xiao|cheng|cao|yuan|deng|fu|shen|zeng|peng|lv|lu|su|jiang|cai|jia|ding|wei|xue|ye|yan|pan|du|dai|xia|zhong|tian|ren|fan|fang|shi|yao|tan|liao|zou|xiong|jin|hao|kong|bai|cui|kang|mao|qiu|qin|gu|hou|shao|meng|long|wan|duan|lei|qian|yin|chang|qiao|lai|gong|wen|ouyang|shangguan|sima|zhuge'
const syllable =
  '(?:[zcs]h|[bpmfdtnlgkhjqxrzcsyw])?(?:iang|iong|uang|iao|ian|ing|uai|uan|ang|eng|ong|ai|ei|ao|ou|an|en|er|ia|ie|iu|in|ua|uo|ui|un|ue|ve|a|o|e|i|u|v)'
const pinyinName = new RegExp(`^(?:${surnames})(?:${syllable}){1,2}$`)

// Every way a finger goes over the keys, and the same backwards.
const walks = [
  'qwertyuiop[]asdfghjkl;zxcvbnm,./',
  '1234567890-=qwertyuiop',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/',
  'zaq1xsw2cde3vfr4bgt5nhy6mju7',
  'zaq12wsxcde34rfvbgt56yhnmju78ik',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'a1s2d3f4g5h6j7k8l9',
  '1a2s3d4f5g6h7j8k9l',
  'qweasdzxc123',
  '123qweasdzxc',
  'qwe123asd456zxc789',
  'asdzxcqwe',
  'qweasd123',
  '147258369',
  '789456123',
  '159357',
  '741852963',
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
].flatMap((walk) => [walk, [...walk].toReversed().join('')])

const shifted = new Map([...'!@#$%^&*()'].map((symbol, i) => [symbol, '1234567890'.charAt(i)]))
const unshift = (text: string) => text.replaceAll(/[!@#$%^&*()]/g, (symbol) => valueIn(shifted, symbol))
const isWalk = (text: string) => text.length >= 4 && walks.some((walk) => walk.includes(text) || walk.includes(unshift(text)))

/** Whether the text is one short piece over and over. */
const isRepeated = (text: string, longest: number) =>
  Array.from({ length: Math.min(longest, Math.floor(text.length / 2)) }, (_, i) => i + 1).some(
    (period) => text.slice(period) === text.slice(0, -period),
  )

const date = '(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\\d|3[01])'
const favouriteNumbers = new RegExp(
  `^(?:\\d{0,3}|(?:19|20)\\d{2}|${date}|\\d{2}${date}|(?:19|20)\\d{2}${date}|(?:520|521|1314|168|518|666|888|7758521|5201314)+|10086|10010|95588|1[3-9]\\d{9}|\\d{6}(?:19|20)\\d{2}${date}\\d{3}[\\dx])$`,
)

const signs = /[!-/:-@[-`{-~]/g

/** Whether this is what people add to a word to please a rule: digits everybody takes, with or without signs around them. */
function isFiller(text: string): boolean {
  const digits = text.replaceAll(signs, '')
  return favouriteNumbers.test(digits) || (/^\d+$/.test(digits) && (isWalk(digits) || isRepeated(digits, 3)))
}

const plainLetters = new Map(Object.entries({ '@': 'a', '4': 'a', '3': 'e', '1': 'i', '!': 'i', '0': 'o', $: 's', '5': 's', '7': 't' }))
const withoutLeet = (text: string) => text.replaceAll(/[@431!0$57]/g, (sign) => valueIn(plainLetters, sign))

const isWord = (text: string) => listed.has(text) || pinyinWords.has(text) || pinyinName.test(text) || isWalk(text)
const isKnown = (text: string) => isWord(text) || isWord(withoutLeet(text))

/** Whether the text is a known word with a filler before or behind it, or initials with one: zxm19900101. */
function isDressedWord(text: string): boolean {
  for (let at = 0; at <= text.length; at++) {
    const [head, tail] = [text.slice(0, at), text.slice(at)]
    if (isFiller(tail) && (isKnown(head) || /^[a-z]{1,3}$/.test(head))) return true
    if (isFiller(head) && (isKnown(tail) || /^[a-z]{1,3}$/.test(tail))) return true
  }
  return false
}

/** Whether this is one of the passwords that are tried first, however it is dressed up with capitals, digits and signs. */
export function isCommonPassword(password: string): boolean {
  const text = password.normalize('NFKC').toLowerCase().replaceAll(/\s/g, '')
  const bare = text.replace(/^[!-/:-@[-`{-~]+/, '').replace(/[!-/:-@[-`{-~]+$/, '')
  return (
    isRepeated(text, 5) || (bare !== '' && isFiller(bare)) || text === '' || isDressedWord(text) || (bare !== '' && isDressedWord(bare))
  )
}
