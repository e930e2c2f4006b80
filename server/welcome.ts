import { join } from 'node:path'
import { networkInterfaces } from 'node:os'
import type pg from 'pg'
import type { Config } from './config.ts'
import { demoPeople } from '#server/db/seed/roles.ts'
import { demoPassword } from '#server/demo/person.ts'

/** What a person sees when the server is up: the address, how to sign in, how to stop. */
export async function welcome(pool: pg.Pool, config: Config, port: number, firstPassword: string | undefined): Promise<string> {
  const lines = ['', '中药材质量溯源服务平台 已启动', '', `  打开   ${addresses(config, port).join('  ')}`]
  if (firstPassword !== undefined) {
    lines.push(`  登录   admin / ${firstPassword}`, '         一次性口令，只显示这一次，24 小时内有效；登录后请立即修改')
  } else if (await isDemo(pool)) {
    const people = demoPeople.map(({ userName, post, elsewhere }) => `${userName} ${elsewhere ? '另一家企业' : post}`)
    lines.push(`  演示   账号口令均为 ${demoPassword}`)
    for (let first = 0; first < people.length; first += 4) lines.push(`         ${people.slice(first, first + 4).join(' · ')}`)
  }
  lines.push(...mailLines(config, port))
  return [...lines, '  停止   Ctrl-C', ''].join('\n')
}

/** How mail leaves, and what would keep its links from working. */
function mailLines({ mail, dataFolder, publicUrl, host }: Config, port: number): string[] {
  const carrier =
    mail === undefined ? `没有配置 SMTP_URL，不发送，保存在 ${join(dataFolder, 'mail')}` : `经 ${new URL(mail.smtpUrl).host} 发送`
  const reachable = publicUrl !== undefined || !['0.0.0.0', '::'].includes(host)
  return [
    `  邮件   ${carrier}`,
    ...(reachable ? [] : [`         没有配置 PUBLIC_URL，邮件中的链接指向 ${mailAddress({ publicUrl }, port)}，只在本机有效`]),
  ]
}

/** The address before the links in letters. */
export const mailAddress = ({ publicUrl }: Pick<Config, 'publicUrl'>, port: number) => publicUrl ?? `http://localhost:${port}`

function addresses({ host, publicUrl }: Config, port: number): string[] {
  if (publicUrl !== undefined) return [publicUrl]
  if (!['0.0.0.0', '::'].includes(host)) return [`http://${host.includes(':') ? `[${host}]` : host}:${port}`]
  const others = Object.values(networkInterfaces()).flatMap((list) => list ?? [])
  return ['localhost', ...others.filter((one) => one.family === 'IPv4' && !one.internal).map((one) => one.address)].map(
    (name) => `http://${name}:${port}`,
  )
}

async function isDemo(pool: pg.Pool): Promise<boolean> {
  const client = await pool.connect()
  try {
    await client.query('begin read only')
    await client.query(`select set_config('app.enterprise', enterprise_id::text, true) from find_account('admin')`)
    const { rows } = await client.query<{ is_demo: boolean }>('select is_demo from enterprise where is_operating')
    return rows[0]?.is_demo ?? false
  } finally {
    await client.query('rollback')
    client.release()
  }
}
