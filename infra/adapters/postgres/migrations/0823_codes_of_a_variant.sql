-- gift_code_newest counts by variant and order, too: a code that is sold writes one index less.
drop index app.gift_code_variant
