import { Tooltip } from 'antd'
import { useLayoutEffect, useRef, useState } from 'react'

/** How wide words may be where a column says nothing, in signs of the font's height. */
const usualWidth = 14

/** Words on one line. Where they do not fit they end in …, and are whole on hover and on keyboard focus. */
export function OneLine({ text, width = usualWidth }: { text: string; width?: number | undefined }) {
  // A sign is at most as wide as it is high: short words need not be measured.
  if (text.length <= width) return <span className="one-line">{text}</span>
  // The words are its children, so that an export reads them.
  return (
    <Measured key={text} width={width}>
      {text}
    </Measured>
  )
}

function Measured({ width, children: text }: { width: number; children: string }) {
  const line = useRef<HTMLSpanElement>(null)
  const [isCut, setIsCut] = useState(false)
  useLayoutEffect(() => {
    const shown = line.current
    if (shown && shown.scrollWidth > shown.clientWidth) setIsCut(true)
  }, [])
  const style = { maxWidth: `${width}em` }
  if (!isCut)
    return (
      <span ref={line} className="one-line" style={style}>
        {text}
      </span>
    )
  return (
    <Tooltip title={text} trigger={['hover', 'focus']}>
      <span className="one-line" style={style} tabIndex={0}>
        {text}
      </span>
    </Tooltip>
  )
}
