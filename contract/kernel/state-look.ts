/** What a state's colour says: 待验 amber, 合格 green, 不合格 red as the trade has them; in progress blue, a warning amber too, all else grey. */
type Tone = 'waiting' | 'good' | 'bad' | 'active' | 'warning' | 'neutral'

/** How a state is shown: its Chinese name and its colour. A contract file keeps one `Record<State, StateLook>` per life. */
export type StateLook = { label: string; tone: Tone }
