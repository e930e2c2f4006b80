import { App, ConfigProvider, theme as antdTheme, type ConfigProviderProps } from 'antd'
import zhCN from 'antd/es/locale/zh_CN.js'
import { Outlet } from 'react-router'
import { refusals } from '../../contract/refusals.ts'
import { componentTheme, partThemes, useTheme } from './theme.ts'

// The bundler reads this file as the ES module it is; the compiler takes it for CommonJS, whose default would be wrapped.
const chinese = zhCN as unknown as NonNullable<ConfigProviderProps['locale']>

/** Everything that uses the component library: its language, the chosen theme, messages and questions. */
export function Styled() {
  const chosen = useTheme()
  return (
    <ConfigProvider
      locale={chinese}
      theme={{
        token: componentTheme(chosen),
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
