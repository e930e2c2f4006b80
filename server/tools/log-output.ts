const patience = 50 // milliseconds

/**
 * Where the log goes: standard output, the lines of 50 ms in one piece, since writing each by itself is a tenth of what answering a
 * small request costs. What waits is written when the process ends; only a kill -9 loses it.
 */
export function logOutput(write: (text: string) => void = (text) => void process.stdout.write(text)): { write: (line: string) => void } {
  let waiting = ''
  const flush = () => {
    if (waiting !== '') write(waiting)
    waiting = ''
  }
  process.once('exit', flush)
  return {
    write(line) {
      if (waiting === '') setTimeout(flush, patience).unref()
      waiting += line
    },
  }
}
