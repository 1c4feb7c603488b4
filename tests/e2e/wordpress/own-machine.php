<?php
// This file is in the blog's `mu-plugins`. By default WordPress makes no requests to local addresses, which protects
// its network. In the tests the podcast site has a local address.
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

// Does the same as plugins for header and footer code: adds a line to every page.
add_action(
	'wp_footer',
	function () {
		$address = get_option( 'check_foot_script' );
		if ( $address ) {
			printf( '<script async src="%s"></script>', esc_url( $address ) );
		}
	}
);

// Does the same as the plugin "Classic Editor".
add_filter(
	'use_block_editor_for_post',
	function ( $use ) {
		return $use && ! get_option( 'check_classic_editor' );
	}
);

// Sets a language whose WordPress translation is not installed.
add_filter(
	'locale',
	function ( $locale ) {
		return get_option( 'check_locale' ) ?: $locale;
	}
);
