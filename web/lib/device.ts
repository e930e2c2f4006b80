/** `Chrome · Windows` out of a browser's `User-Agent`; words where nothing is recognised. The security log keeps the whole text. */
export function device(userAgent: string): string {
  const browser = /MicroMessenger|Edg|Firefox|Chrome|Safari/.exec(userAgent)?.[0]
  const system = /Windows|Android|iPhone|iPad|Mac OS|Linux/.exec(userAgent)?.[0]
  const names: Record<string, string> = { Edg: 'Edge', MicroMessenger: '微信' }
  return browser && system ? `${names[browser] ?? browser} · ${system}` : userAgent === '' ? '未知设备' : '其他程序'
}
