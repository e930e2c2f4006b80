import NProgress from 'nprogress'

// The library's own template gives its bar a role that does not exist.
NProgress.configure({
  minimum: 0.08,
  trickleSpeed: 800,
  showSpinner: false,
  barSelector: '.bar',
  template: '<div class="bar"><div class="peg"></div></div>',
})

/** The thin bar on top while a page is on its way. */
export const progress = { start: () => void NProgress.start(), done: () => void NProgress.done() }
