create table hotels (
  id integer not null primary key,
  name varchar(100) not null,
  location varchar(100) not null,
  price_tier varchar(100) not null,
  checkin_date date not null,
  checkout_date date not null,
  booked bit(1) not null
);
