import { App, Button, Switch } from 'antd'
import { contrast, lighter, lightParts, darker, isColour } from './mix.ts'
import { presets, type Preset } from './presets.ts'
import { sidebar, useSidebar } from './sidebar-state.ts'
import {
  colourNames,
  colourTitles,
  defaultColours,
  defaultHeader,
  defaultSidebar,
  theme,
  useTheme,
  type ColourName,
  type Ground,
} from './theme.ts'

/** 主题设置: everything shows at once and is kept in this browser only. */
export function ThemePage() {
  const { message } = App.useApp()
  const { colours, header, dark } = useTheme()
  const chosenSidebar = useSidebar()
  const resetAll = () => {
    theme.resetColours()
    theme.resetHeader()
    theme.setDark(false)
    sidebar.resetColours()
    message.success('已恢复默认主题')
  }
  return (
    <section className="page theme" aria-label="主题设置">
      <header className="page-head">
        <h1>主题设置</h1>
        <div className="page-tools">
          <Button onClick={resetAll}>全部恢复默认</Button>
        </div>
      </header>
      <p className="quiet">更改立即生效，只保存在这台电脑的浏览器里。</p>

      <h2>明暗</h2>
      <div className="theme-switch">
        <Switch id="dark" checked={dark === true} onChange={theme.setDark} /> <label htmlFor="dark">深色模式</label>
      </div>

      <h2>预设</h2>
      <Presets colours={colours} header={header} sidebarColours={groundOf(chosenSidebar)} />

      <Heading title="五种颜色" changed={Object.keys(colours).length > 0} onReset={theme.resetColours} />
      <FiveColours colours={colours} />

      <Heading title="顶栏" changed={Object.keys(header).length > 0} onReset={theme.resetHeader} />
      <div className="colours">
        <ColourField
          label="顶栏背景"
          value={header.background ?? defaultHeader.background}
          against={header.text ?? defaultHeader.text}
          onChange={(background) => theme.setHeader({ background })}
        />
        <ColourField
          label="顶栏文字"
          value={header.text ?? defaultHeader.text}
          against={header.background ?? defaultHeader.background}
          onChange={(text) => theme.setHeader({ text })}
        />
      </div>

      <Heading
        title="侧栏"
        changed={chosenSidebar.background !== undefined || chosenSidebar.text !== undefined}
        onReset={sidebar.resetColours}
      />
      <div className="colours">
        <ColourField
          label="侧栏背景"
          value={chosenSidebar.background ?? defaultSidebar.background}
          against={chosenSidebar.text ?? defaultSidebar.text}
          onChange={(background) => sidebar.setColours({ background })}
        />
        <ColourField
          label="侧栏文字"
          value={chosenSidebar.text ?? defaultSidebar.text}
          against={chosenSidebar.background ?? defaultSidebar.background}
          onChange={(text) => sidebar.setColours({ text })}
        />
      </div>
    </section>
  )
}

const groundOf = ({ background, text }: Partial<Ground>): Partial<Ground> => ({ ...(background && { background }), ...(text && { text }) })

/** Each preset as a small picture of its frame; the one that is on is marked with a word as well. */
function Presets({ colours, header, sidebarColours }: Pick<Preset, 'colours' | 'header'> & { sidebarColours: Partial<Ground> }) {
  const choose = (preset: Preset) => {
    theme.setPreset(preset.colours, preset.header)
    sidebar.setPreset(preset.sidebar)
  }
  return (
    <ul className="presets">
      {presets.map((preset) => {
        const isOn =
          sameColours(colours, preset.colours) && sameColours(header, preset.header) && sameColours(sidebarColours, preset.sidebar)
        return (
          <li key={preset.name}>
            <button type="button" onClick={() => choose(preset)} aria-pressed={isOn}>
              <span aria-hidden="true" className="swatch" style={{ background: preset.header.background ?? defaultHeader.background }}>
                <span style={{ background: preset.sidebar.background ?? defaultSidebar.background }} />
                <span style={{ background: preset.colours.primary ?? defaultColours.primary }} />
              </span>
              {preset.name}
              {isOn && <span className="quiet"> 使用中</span>}
            </button>
          </li>
        )
      })}
    </ul>
  )
}

function FiveColours({ colours }: { colours: Partial<Record<ColourName, string>> }) {
  return (
    <div className="colours">
      {colourNames.map((name) => {
        const colour = colours[name] ?? defaultColours[name]
        return (
          <div key={name} className="colour">
            <ColourField label={colourTitles[name]} value={colour} against="#ffffff" onChange={(value) => theme.setColour(name, value)} />
            <div className="variants" aria-label={`${colourTitles[name]}的深浅变化`} role="img">
              <span style={{ background: darker(colour) }} title={`加深20% ${darker(colour)}`} />
              <span style={{ background: colour }} title={colour} />
              {lightParts.map((part) => (
                <span key={part} style={{ background: lighter(colour, part) }} title={`变浅${part}% ${lighter(colour, part)}`} />
              ))}
            </div>
          </div>
        )
      })}
    </div>
  )
}

const sameColours = (one: object, other: object) =>
  JSON.stringify(Object.entries(one).sort()) === JSON.stringify(Object.entries(other).sort())

function Heading({ title, changed, onReset }: { title: string; changed: boolean; onReset: () => void }) {
  return (
    <div className="theme-heading">
      <h2>{title}</h2>
      <Button type="link" className="text-action" disabled={!changed} onClick={onReset} aria-label={`${title}恢复默认`}>
        恢复默认
      </Button>
    </div>
  )
}

/** A colour with its code, and a warning where text in it could not be read (WCAG AA asks for 4.5). */
function ColourField({
  label,
  value,
  against,
  onChange,
}: {
  label: string
  value: string
  against: string
  onChange: (value: string) => void
}) {
  const readable = contrast(value, against)
  return (
    <div className="colour-field">
      <label>
        <span>{label}</span>
        <input type="color" value={value} onChange={(event) => isColour(event.target.value) && onChange(event.target.value)} />
      </label>
      <code>{value}</code>
      {readable < 4.5 && <span className="caution">对比度 {readable.toFixed(1)}，低于 4.5，文字可能看不清</span>}
    </div>
  )
}
