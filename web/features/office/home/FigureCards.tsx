import { Link } from 'react-router'
import type { Figure } from '#contract/office/dashboard.ts'

/** Numbers that need attention. Each one counts the rows of a list and opens that list. */
export function FigureCards({ figures }: { figures: readonly Figure[] }) {
  return (
    <ul className="figures">
      {figures.map((figure) => (
        <li key={figure.title}>
          <Link to={figure.path} className={figure.value > 0 ? `figure-${figure.tone}` : undefined}>
            <strong>{figure.value}</strong>
            <span>{figure.title}</span>
          </Link>
        </li>
      ))}
    </ul>
  )
}
