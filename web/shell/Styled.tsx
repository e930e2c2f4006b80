import { App, ConfigProvider, theme as antdTheme } from 'antd'
import zhCN from 'antd/es/locale/zh_CN.js'
import { useSyncExternalStore } from 'react'
import { Outlet, useLocation } from 'react-router'
import { refusals } from '#contract/kernel/refusals.ts'
import { useFingers } from '#web/lib/media.ts'
import { componentTheme, partThemes, sizesFor, useTheme } from './theme.ts'
import { azurite } from './tokens.ts'

// The bundler reads this file as the ES module it is; the compiler takes it for CommonJS, whose default would be wrapped.
const chinese = 'default' in zhCN ? zhCN.default : zhCN

const reducedMotion = matchMedia('(prefers-reduced-motion: reduce)')
const whenMotionChanges = (changed: () => void) => {
  reducedMotion.addEventListener('change', changed)
  return () => reducedMotion.removeEventListener('change', changed)
}

/** Before the door nobody has chosen a theme: only whether it is dark is the browser's own. */
function useShownTheme() {
  const chosen = useTheme()
  const { pathname } = useLocation()
  const atGate = pathname === '/register' || pathname === '/reset-pwd'
  return { colours: atGate ? { primary: azurite } : chosen.colours, ...(chosen.dark && { dark: chosen.dark }), atGate }
}

/** Everything that uses the component library: its language, the chosen theme, messages and questions. */
export function Styled() {
  const { atGate, ...chosen } = useShownTheme()
  const fingers = useFingers()
  // No animation at all instead of a very short one: a list that opens would wait for the end of one that it missed.
  const motion = useSyncExternalStore(whenMotionChanges, () => !reducedMotion.matches)
  return (
    <ConfigProvider
      locale={chinese}
      theme={{
        token: { ...componentTheme(chosen), ...sizesFor(fingers || atGate), motion },
        components: partThemes(chosen),
        algorithm: chosen.dark ? antdTheme.darkAlgorithm : antdTheme.defaultAlgorithm,
      }}
      form={{ validateMessages: { default: refusals.invalid_input } }}
      button={{ autoInsertSpace: false }}
    >
      <App component={false}>
        <Outlet />
      </App>
    </ConfigProvider>
  )
}
