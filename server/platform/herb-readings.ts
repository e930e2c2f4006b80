/**
 * How herbs, processing and a few places of origin are read where a general dictionary reads them otherwise or not at
 * all: 重楼 is chong lou (initials cl), not zhong lou.
 */
export const herbReadings: Record<string, string> = {
  当归: 'dang gui', 黄芪: 'huang qi', 甘草: 'gan cao', 白芍: 'bai shao', 党参: 'dang shen', 丹参: 'dan shen', 黄连: 'huang lian',
  金银花: 'jin yin hua', 茯苓: 'fu ling', 山药: 'shan yao', 枸杞子: 'gou qi zi', 陈皮: 'chen pi', 半夏: 'ban xia', 大黄: 'da huang',
  何首乌: 'he shou wu', 白术: 'bai zhu', 川芎: 'chuan xiong', 黄芩: 'huang qin', 三七: 'san qi', 红花: 'hong hua', 延胡索: 'yan hu suo',
  苦杏仁: 'ku xing ren', 薏苡仁: 'yi yi ren',
  重楼: 'chong lou', 苍术: 'cang zhu', 莪术: 'e zhu', 人参: 'ren shen', 玄参: 'xuan shen', 苦参: 'ku shen', 沙参: 'sha shen', 太子参: 'tai zi shen',
  西洋参: 'xi yang shen', 没药: 'mo yao', 阿胶: 'e jiao', 阿魏: 'a wei', 枳壳: 'zhi qiao', 蛤壳: 'ge qiao', 蛤蚧: 'ge jie', 厚朴: 'hou po', 黄柏: 'huang bo',
  柏子仁: 'bai zi ren', 侧柏叶: 'ce bai ye', 桔梗: 'jie geng', 藁本: 'gao ben', 瞿麦: 'qu mai', 萹蓄: 'bian xu', 荜茇: 'bi ba', 蒺藜: 'ji li',
  白鲜皮: 'bai xian pi', 蔓荆子: 'man jing zi', 仙茅: 'xian mao', 秦艽: 'qin jiao', 茜草: 'qian cao', 降香: 'jiang xiang', 川楝子: 'chuan lian zi',
  番泻叶: 'fan xie ye', 西红花: 'xi hong hua', 藏红花: 'zang hong hua', 海螵蛸: 'hai piao xiao', 桑螵蛸: 'sang piao xiao', 龟甲: 'gui jia', 血竭: 'xue jie',
  薄荷: 'bo he', 山茱萸: 'shan zhu yu', 吴茱萸: 'wu zhu yu', 补骨脂: 'bu gu zhi', 六神曲: 'liu shen qu', 建曲: 'jian qu', 浙贝母: 'zhe bei mu', 车前子: 'che qian zi',
  石斛: 'shi hu', 石韦: 'shi wei', 麦冬: 'mai dong', 菟丝子: 'tu si zi', 地骨皮: 'di gu pi', 地黄: 'di huang', 女贞子: 'nü zhen zi', 芒硝: 'mang xiao',
  槲寄生: 'hu ji sheng', 葶苈子: 'ting li zi', 莱菔子: 'lai fu zi', 鹅不食草: 'e bu shi cao', 徐长卿: 'xu chang qing', 王不留行: 'wang bu liu xing',
  炮姜: 'pao jiang', 炮制: 'pao zhi', 燀: 'chan', 煅: 'duan', 煨: 'wei', 炙: 'zhi', 麸: 'fu',
  亳州: 'bo zhou', 岷县: 'min xian', 宕昌: 'tan chang', 单县: 'shan xian', 蔚县: 'yu xian',
}
