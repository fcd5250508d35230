/**
 * The codes of order $1, each with its place in its line, and how many codes of the line are booked as delivered ($2
 * the lines, $3 how many of each). Parts came one after the other, so the booked ones are the first.
 */
export const PLACES_OF_CODES = `select id, first_revealed_at, place, coalesce(booked, 0) as booked
  from (
    select id, first_revealed_at, line_id, row_number() over (partition by line_id order by allocated_at, id) as place
    from app.allocated_code where order_id = $1
  ) as code
  left join unnest($2::uuid[], $3::integer[]) as part (line_id, booked) using (line_id)`;
