/** The colours a state may have on screen and label; the trade fixes three: 待验 yellow, 合格 green, 不合格 red. */
export type Tone = 'yellow' | 'green' | 'red' | 'blue' | 'orange' | 'purple' | 'grey'

/** How a state is shown: its Chinese name and its colour. A contract file keeps one `Record<State, StateLook>` per life. */
export type StateLook = { label: string; tone: Tone }
