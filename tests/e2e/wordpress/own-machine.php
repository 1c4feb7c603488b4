<?php
// Stands in the blog's `mu-plugins`. Blog and podcasts live on one machine here, whose addresses WordPress would not
// ask for anything, so as not to be made to spy on its own network.
// phpcs:disable

add_filter( 'http_request_host_is_external', '__return_true' );
add_filter(
	'http_allowed_safe_ports',
	function ( $ports, $host, $url ) {
		return array_merge( $ports, array( wp_parse_url( $url, PHP_URL_PORT ) ) );
	},
	10,
	3
);

// What "header and footer code" plugins do with a line that a blogger pastes once.
add_action(
	'wp_footer',
	function () {
		$address = get_option( 'check_foot_script' );
		if ( $address ) {
			printf( '<script async src="%s"></script>', esc_url( $address ) );
		}
	}
);

// What the plugin "Classic Editor" does.
add_filter(
	'use_block_editor_for_post',
	function ( $use ) {
		return $use && ! get_option( 'check_classic_editor' );
	}
);

// A language without WordPress's own texts in it, which are not on the machine.
add_filter(
	'locale',
	function ( $locale ) {
		return get_option( 'check_locale' ) ?: $locale;
	}
);
