/** The mark on a dark ground: a plant with its root, and the one amber node where it all comes from. */
export const Mark = () => (
  <svg className="mark" viewBox="0 0 64 64" aria-hidden="true">
    <path d="M32 9v36M32 27C30 38 23 45 12 48M32 27c2 11 9 18 20 21" fill="none" stroke="#fff" strokeWidth="4.6" strokeLinecap="round" />
    <path fill="#fff" d="M32 26.5C20 28.5 10 25 6.5 15.5 18.5 12.5 29 16 32 26.5zM32 26.5c12 2 22-1.5 25.5-11C45.5 12.5 35 16 32 26.5z" />
    <g fill="#fff">
      <circle cx="11.5" cy="48" r="4.6" />
      <circle cx="52.5" cy="48" r="4.6" />
    </g>
    <circle cx="32" cy="52" r="6" fill="#e3a93a" />
  </svg>
)
